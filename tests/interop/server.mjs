// Another implementation's server with the interface's nine procedures. node server.mjs ANSWERS, which is JSON: what
// each procedure gives, by name. Prints its port, then each input it was given as one JSON object a line.
import { initTRPC, TRPCError } from "@trpc/server";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import superjson from "superjson";
import { z } from "zod";

const answers = JSON.parse(process.argv[2]);
const wrapped = process.argv[3] === "wrapped";
const plain = { serialize: (value) => value, deserialize: (value) => value };
const t = initTRPC.context().create({ transformer: wrapped ? superjson : { input: superjson, output: plain }, isDev: false });

const signedIn = t.procedure.use(({ ctx, next }) => {
  if (ctx.cookie !== "__Secure-authoring.session-token=right") throw new TRPCError({ code: "UNAUTHORIZED" });
  return next();
});
const gives = (name, input = z.any()) =>
  signedIn.input(input).query(({ input: got }) => {
    console.log(JSON.stringify({ name, input: got === undefined ? "undefined" : got }));
    return answers[name];
  });
const does = (name, input) =>
  signedIn.input(input).mutation(({ input: got }) => {
    console.log(JSON.stringify({ name, input: got }));
    if (got.topic === "out of credits") throw new TRPCError({ code: "PAYMENT_REQUIRED" });
    return answers[name];
  });
const id = z.string().min(1);
const mutation = z.discriminatedUnion("type", [
  z.object({ type: z.literal("lessonBlockOrderUpdate"), after: z.array(z.uuid()) }).strict(),
  z.object({
    type: z.literal("lessonBlockInsert"),
    block: z.object({ id: z.uuid(), type: z.string(), content: z.record(z.string(), z.any()) }).strict(),
  }).strict(),
]);

const router = t.router({
  organization: t.router({
    getDashboardRecentItems: gives("organization.getDashboardRecentItems"),
    getOrgTierAndStatus: gives("organization.getOrgTierAndStatus", z.object({ organizationId: id }).strict().optional()),
    getOrganizationProjects: gives("organization.getOrganizationProjects"),
    getLastSelectedOrganizationId: gives("organization.getLastSelectedOrganizationId", z.undefined()),
    getFullSidebarItems: gives(
      "organization.getFullSidebarItems",
      z.object({ sortPreference: z.string(), organizationId: id, projectId: id.nullable() }).strict(),
    ),
    getUserData: gives("organization.getUserData"),
  }),
  courseRouter: t.router({
    getCourseSharingInfo: gives("courseRouter.getCourseSharingInfo", z.object({ courseId: id }).strict()),
  }),
  lesson: t.router({
    createStarterLesson: does("lesson.createStarterLesson", z.object({ language: z.string(), topic: z.string() }).strict()),
  }),
  realtime: t.router({
    executeTransactions: does(
      "realtime.executeTransactions",
      z.object({
        lessonId: id,
        language: z.string(),
        transactions: z.array(z.object({ label: z.string(), mutations: z.array(mutation) }).strict()),
      }).strict(),
    ),
  }),
});

const server = createHTTPServer({
  router,
  basePath: "/api/rpc/",
  createContext: ({ req }) => ({ cookie: req.headers.cookie }),
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
