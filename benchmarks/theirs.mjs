// Another implementation of the protocol doing the same work on the same database file, as its own documents show it:
// prepared statements of better-sqlite3, the person looked up once a request, inputs validated by zod, each membership
// with its organization's facts once a request. node theirs.mjs DATABASE prints its port.
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
  `SELECT session.token_sha256, session.id, session.person_id, person.email, person.name, person.referral_id,
          person.last_organization_id, session.idle_until, session.absolute_until
   FROM session JOIN person ON person.id = session.person_id
   WHERE session.token_sha256 = ? AND session.revoked_at IS NULL AND session.idle_until > ?
     AND session.absolute_until > ? AND person.disabled_at IS NULL`,
);
const standingIn = database.prepare(
  `SELECT membership.organization_id, membership.role, organization.name, organization.tier, organization.status,
          organization.credit_balance
   FROM membership JOIN organization ON organization.id = membership.organization_id
   WHERE membership.organization_id = ? AND membership.person_id = ?`,
);
const firstJoined = database.prepare(
  `SELECT organization_id FROM membership WHERE person_id = ? ORDER BY created_at, organization_id LIMIT 1`,
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

function standingAt(ctx, organizationId) {
  if (!ctx.standings.has(organizationId)) {
    ctx.standings.set(organizationId, standingIn.get(organizationId, ctx.person.person_id));
  }
  return ctx.standings.get(organizationId);
}

function lastSelected(ctx) {
  const chosen = ctx.person.last_organization_id;
  if (chosen !== null && standingAt(ctx, chosen) !== undefined) return chosen;
  return firstJoined.get(ctx.person.person_id)?.organization_id;
}

function here(ctx, organizationId) {
  const chosen = organizationId ?? lastSelected(ctx);
  const standing = chosen === undefined ? undefined : standingAt(ctx, chosen);
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
      const { tier, status } = here(ctx, input?.organizationId);
      return { tier, status };
    }),
    getLastSelectedOrganizationId: signedIn.input(z.unknown()).query(({ ctx }) => ({
      organizationId: lastSelected(ctx) ?? null,
    })),
    getUserData: signedIn.input(scope).query(({ ctx, input }) => {
      const found = here(ctx, input?.organizationId);
      const { person } = ctx;
      return {
        personId: person.person_id,
        name: person.name,
        email: person.email,
        organizationId: found.organization_id,
        organizationName: found.name,
        role: found.role,
        isAdmin: found.role === "owner" || found.role === "admin",
        referralId: person.referral_id,
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
