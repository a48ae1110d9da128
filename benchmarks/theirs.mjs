// Another implementation of the protocol doing the same work on the same database file, as its own documents show it:
// prepared statements of better-sqlite3, the person looked up once a request, inputs validated by zod, each membership
// looked up once a request. node theirs.mjs DATABASE prints its port.
import { createHash, timingSafeEqual } from "node:crypto";
import { initTRPC, TRPCError } from "@trpc/server";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import Database from "better-sqlite3";
import superjson from "superjson";
import { z } from "zod";

const COOKIE = "__Secure-authoring.session-token";
const database = new Database(process.argv[2], { readonly: true });
database.pragma("cache_size = -32768");

const personBehind = database.prepare(
  `SELECT session.token_sha256, session.id, session.person_id, person.email, person.name, session.idle_until,
          session.absolute_until
   FROM session JOIN person ON person.id = session.person_id
   WHERE session.token_sha256 = ? AND session.revoked_at IS NULL AND session.idle_until > ?
     AND session.absolute_until > ? AND person.disabled_at IS NULL`,
);
const roleIn = database.prepare("SELECT role FROM membership WHERE organization_id = ? AND person_id = ?");
const tierAndStatus = database.prepare("SELECT tier, status FROM organization WHERE id = ?");
const lastSelected = database.prepare(
  `SELECT membership.organization_id FROM membership JOIN person ON person.id = membership.person_id
   WHERE membership.person_id = ?
   ORDER BY coalesce(person.last_organization_id, '') != membership.organization_id, membership.created_at,
            membership.organization_id
   LIMIT 1`,
);
const userData = database.prepare(
  `SELECT person.id, person.email, person.name, person.referral_id, membership.role, organization.tier,
          organization.status, organization.credit_balance, organization.name AS organization_name
   FROM person JOIN membership ON membership.person_id = person.id
   JOIN organization ON organization.id = membership.organization_id
   WHERE person.id = ? AND organization.id = ?`,
);

function sessionToken(header) {
  const found = [];
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === COOKIE) found.push(part.slice(at + 1).trim());
  }
  return found.length === 1 ? found[0] : undefined;
}

function signIn(token) {
  if (token === undefined) return undefined;
  const hashed = createHash("sha256").update(token).digest("hex");
  const now = Date.now();
  const found = personBehind.get(hashed, now, now);
  if (found === undefined || !timingSafeEqual(Buffer.from(found.token_sha256), Buffer.from(hashed))) return undefined;
  return found;
}

const plain = { serialize: (value) => value, deserialize: (value) => value };
const t = initTRPC.context().create({ transformer: { input: superjson, output: plain }, isDev: false });

const signedIn = t.procedure.use(({ ctx, next }) => {
  if (ctx.person === undefined) throw new TRPCError({ code: "UNAUTHORIZED" });
  return next({ ctx: { person: ctx.person } });
});

function here(ctx, organizationId) {
  if (!ctx.standings.has(organizationId)) {
    const chosen = organizationId ?? lastSelected.get(ctx.person.person_id)?.organization_id;
    const found = chosen === undefined ? undefined : roleIn.get(chosen, ctx.person.person_id);
    const standing = found && { organizationId: chosen, role: found.role };
    ctx.standings.set(organizationId, standing).set(chosen, standing);
  }
  const standing = ctx.standings.get(organizationId);
  if (standing === undefined) throw new TRPCError({ code: "NOT_FOUND" });
  return standing;
}

const scope = z.object({ organizationId: z.string().max(64).nullish() }).nullish();
const iso = (at) => new Date(at).toISOString();

const router = t.router({
  service: t.router({
    whoAmI: signedIn.input(z.unknown()).query(({ ctx: { person } }) => ({
      personId: person.person_id,
      name: person.name,
      email: person.email,
      session: { sessionId: person.id, idleEndsAt: iso(person.idle_until), endsAt: iso(person.absolute_until) },
    })),
    constant: t.procedure.input(z.unknown()).query(() => ({ status: "alive" })),
  }),
  organization: t.router({
    getOrgTierAndStatus: signedIn.input(scope).query(({ ctx, input }) => {
      const found = tierAndStatus.get(here(ctx, input?.organizationId).organizationId);
      if (found === undefined) throw new TRPCError({ code: "NOT_FOUND" });
      return { tier: found.tier, status: found.status };
    }),
    getLastSelectedOrganizationId: signedIn.input(z.unknown()).query(({ ctx }) => ({
      organizationId: lastSelected.get(ctx.person.person_id)?.organization_id ?? null,
    })),
    getUserData: signedIn.input(scope).query(({ ctx, input }) => {
      const { organizationId } = here(ctx, input?.organizationId);
      const found = userData.get(ctx.person.person_id, organizationId);
      if (found === undefined) throw new TRPCError({ code: "NOT_FOUND" });
      return {
        personId: found.id,
        name: found.name,
        email: found.email,
        organizationId,
        organizationName: found.organization_name,
        role: found.role,
        isAdmin: found.role === "owner" || found.role === "admin",
        referralId: found.referral_id,
        aiCreditBalance: found.credit_balance,
        tier: found.tier,
        status: found.status,
      };
    }),
  }),
});

const server = createHTTPServer({
  router,
  basePath: "/api/rpc/",
  createContext: ({ req }) => ({ person: signIn(sessionToken(req.headers.cookie)), standings: new Map() }),
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
