#!/usr/bin/env node
/** Checks the file of a theme: `usher-theme theme.json` prints what is wrong with it, and ends with 1 then. */
import { problemsOf } from "./theme.js";
import { readFile } from "node:fs/promises";

const problems = problemsOf(JSON.parse(await readFile(process.argv[2], "utf8")));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
