// Runs a scripted session of host B and prints what was seen. Needs Node 22.19; `sdk-b.ts` starts it and types both ends.
import { json } from "node:stream/consumers";

const modules = new URL("../../node_modules/", import.meta.url);
const host = await import(new URL("pi-host-b/dist/index.js", modules).href);
const ai = await import(new URL("@earendil-works/pi-ai/dist/index.js", modules).href);

const job = await json(process.stdin);
const requests = [];
const extensionErrors = [];
const { session, loadErrors } = await openSession();
extensionErrors.push(...loadErrors.map((error) => JSON.stringify(error)));
await session.bindExtensions({ onError: (error) => extensionErrors.push(JSON.stringify(error)) });
for (const step of job.steps) {
  if (step.prompt !== undefined) await session.prompt(step.prompt);
  else await session.compact(step.compact || undefined);
}
const report = {
  requests,
  messages: session.messages,
  branch: session.sessionManager.getBranch(),
  extensionErrors,
};
process.stdout.write(`\nREPORT ${JSON.stringify(report)}\n`);
session.dispose();

async function openSession() {
  const { cwd, agentDir } = job;
  const faux = ai.fauxProvider({
    provider: "faux",
    models: [{ id: "faux-1", contextWindow: job.contextWindow }],
  });
  faux.setResponses(job.replies.map((reply) => (context) => answer(reply, context)));
  const credentials = new ai.InMemoryCredentialStore();
  const modelRuntime = await host.ModelRuntime.create({
    credentials,
    modelsPath: null,
    refreshOnCreate: false,
  });
  modelRuntime.registerNativeProvider(faux.provider);
  const settingsManager = host.SettingsManager.inMemory({ compaction: { enabled: false } });
  const resourceLoader = new host.DefaultResourceLoader({
    cwd,
    agentDir,
    settingsManager,
    noExtensions: true,
    additionalExtensionPaths: job.extensions,
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    noContextFiles: true,
  });
  await resourceLoader.reload();
  const created = await host.createAgentSession({
    cwd,
    agentDir,
    model: faux.getModel(),
    modelRuntime,
    settingsManager,
    sessionManager: host.SessionManager.inMemory(cwd),
    resourceLoader,
  });
  return { session: created.session, loadErrors: created.extensionsResult.errors };
}

function answer(reply, context) {
  requests.push(structuredClone(context.messages));
  const text = reply.text === undefined ? [] : [ai.fauxText(reply.text)];
  const calls = (reply.toolCalls ?? []).map(({ name, input, id }) =>
    ai.fauxToolCall(name, input, id ? { id } : undefined),
  );
  return ai.fauxAssistantMessage([...text, ...calls], { stopReason: calls.length > 0 ? "toolUse" : "stop" });
}
