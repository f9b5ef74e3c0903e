// The server under test, as a child process: a release build, or the command in USHER_COMMAND (see Tests/Browser/server.py).

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the program with further options. @returns {Promise<{address: string, stop: () => Promise<void>}>} */
export async function startProgram(...options) {
  const [program, ...own] = (process.env.USHER_COMMAND ?? ".build/release/usher serve --dev --store memory --port 0").split(/\s+/);
  // The server rejects USHER_ variables that name no setting, such as those of these tests.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("USHER_")));
  const child = spawn(program, [...own, ...options], { cwd: ROOT, env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line) ?? [];
    if (!address) continue;
    child.stdout.resume();
    return { address, stop };
  }
  throw new Error("The server ended without printing its address.");
}
