// Another implementation's client says what it is told and prints what it heard: one JSON object a line.
// node client.mjs BASE_URL COOKIE PLAN, where PLAN is JSON: {"link": "batch"|"single", "calls": [[kind, name, input?], ...]}
import { createTRPCUntypedClient, httpBatchLink, httpLink } from "@trpc/client";
import superjson from "superjson";

const [url, cookie, said] = process.argv.slice(2);
const plan = JSON.parse(said);

// Superjson inputs and plain outputs, as the service of the interface has them.
const transformer = {
  input: superjson,
  output: { serialize: (value) => value, deserialize: (value) => value },
};
const link = plan.link === "single" ? httpLink : httpBatchLink;
const client = createTRPCUntypedClient({
  links: [link({ url: `${url}/api/rpc`, transformer, headers: () => ({ cookie }) })],
});

const asked = plan.calls.map(([kind, name, ...input]) =>
  kind === "write" ? client.mutation(name, ...input) : client.query(name, ...input),
);
for (const heard of await Promise.allSettled(asked)) {
  if (heard.status === "fulfilled") {
    console.log(JSON.stringify({ data: heard.value }));
  } else {
    const { message, data } = heard.reason;
    console.log(JSON.stringify({ error: { message, data } }));
  }
}
