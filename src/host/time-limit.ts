import { createContext, Script } from "node:vm";

/** What one search may take, in ms: Pi stands still for it. */
const LIMIT = 1000;

const script = new Script("work()");

/**
 * Runs work that a hostile or unlucky regular expression can make endless; undefined when the time was up. Any code
 * that runs below a `vm` script falls under that script's limit, whoever wrote it.
 */
export function withTimeLimit<T extends object>(work: () => T): T | undefined {
  let result: T | undefined;
  const context = createContext({
    work: () => {
      result = work();
    },
  });
  try {
    script.runInContext(context, { timeout: LIMIT });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
  return result;
}
