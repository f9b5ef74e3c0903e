/** The style of the tools for developers, in a shadow tree: neither changes the other's look. */
export const style = `
:host { font: 400 14px/1.45 system-ui, sans-serif; --ink: light-dark(#1d211f, #eef1ee);
  --soft: light-dark(#5f655f, #a3aca6); --ground: light-dark(#ffffff, #1a1e1c); --well: light-dark(#f3f1ec, #101312);
  --line: light-dark(#d8d3c8, #39403c); --accent: light-dark(#0e6656, #5fd0b4); --on: light-dark(#fff, #06231c); }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, p, pre, ol, ul, dl, dd { margin: 0; padding: 0; }
ol, ul { list-style: none; }
button, select { font: inherit; color: inherit; }
button { min-height: 28px; padding: 3px 10px; border: 1px solid var(--line); border-radius: 7px; background: var(--ground); cursor: pointer; }
button[data-role="primary"] { border-color: transparent; background: var(--accent); color: var(--on); }
button:disabled { opacity: .5; cursor: default; }
select { min-height: 28px; width: 100%; border: 1px solid var(--line); border-radius: 7px; background: var(--ground); padding: 2px 6px; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
pre, code, .json { font: 12px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
[hidden] { display: none !important; }

.handle { position: fixed; z-index: 1000; left: 0; top: 44%; width: 24px; min-height: 64px; padding: 0; border-left: 0; border-radius: 0 8px 8px 0;
  color: var(--on); background: var(--accent); border-color: transparent; writing-mode: vertical-rl; font-size: 12px; font-weight: 600; letter-spacing: .04em; }
.drawer { position: fixed; z-index: 1001; inset: 0 0 0 auto; width: min(420px, 100vw); overflow-y: auto; overscroll-behavior: contain;
  color: var(--ink); background: var(--ground); border-left: 1px solid var(--line); box-shadow: -8px 0 40px rgb(0 0 0 / .18); }
.head { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 8px; padding: 10px 12px; background: var(--ground); border-bottom: 1px solid var(--line); }
.head h2 { flex: 1; font-size: 15px; }
.head small { display: block; font-weight: 400; color: var(--soft); }
.section { border-bottom: 1px solid var(--line); }
.section > summary { padding: 10px 12px; font-weight: 600; cursor: pointer; }
.section > summary small { float: right; font-weight: 400; color: var(--soft); }
.body { padding: 0 12px 12px; display: grid; gap: 10px; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 12px; }
.facts dt { color: var(--soft); }
.facts dd { overflow-wrap: anywhere; font: 12px/1.6 ui-monospace, monospace; }
.actions { display: flex; flex-wrap: wrap; gap: 6px; }
.well { max-height: 340px; overflow: auto; padding: 8px 10px; border-radius: 8px; background: var(--well); white-space: pre-wrap; overflow-wrap: anywhere; }
.json { white-space: normal; }
.grid { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
label { display: grid; gap: 3px; color: var(--soft); font-size: 13px; }
label select { color: var(--ink); font-size: 14px; }
.json summary { cursor: pointer; }
.json__content { padding-left: 14px; border-left: 1px solid var(--line); margin-left: 4px; }
.json__leaf { padding-left: 15px; }
.json__name { color: light-dark(#6b3fa0, #c4a5f0); } .json__string { color: light-dark(#0e6656, #7ad9c0); }
.json__number { color: light-dark(#9a4a00, #f0bf63); } .json__boolean, .json__null { color: light-dark(#1f5fa8, #8fc1ff); } .json__count { color: var(--soft); }
.step { border-top: 1px solid var(--line); padding: 6px 0; }
.step:first-child { border-top: 0; }
.step summary { display: flex; gap: 8px; cursor: pointer; align-items: baseline; }
.step__number { min-width: 2.2em; text-align: right; color: var(--soft); font-variant-numeric: tabular-nums; }
.step__name { flex: 1; overflow-wrap: anywhere; }
.step small { color: var(--soft); }
.step__more { display: grid; gap: 6px; padding: 6px 0 4px 30px; }
.inbox { position: fixed; z-index: 999; left: 50%; bottom: max(76px, env(safe-area-inset-bottom)); translate: -50% 0; display: flex; align-items: center; gap: 12px;
  padding: 8px 8px 8px 14px; border-radius: 14px; color: var(--ink); background: var(--ground); border: 1px solid var(--line); box-shadow: 0 6px 30px rgb(0 0 0 / .2); white-space: nowrap; }
.inbox strong { display: block; font: 600 20px/1.2 ui-monospace, monospace; letter-spacing: .08em; }
.inbox small { color: var(--soft); }
.warning { color: light-dark(#8a5a00, #f0bf63); }
@media (max-width: 640px) { .drawer { inset: auto 0 0 0; width: auto; height: 72vh; border-left: 0; border-top: 1px solid var(--line); border-radius: 14px 14px 0 0; } }
/* As wide as the margin of a phone's screen, so that it covers no text. The area that a finger can press is wider. */
@media (max-width: 759px) { .handle { width: 12px; font-size: 0; } .handle::after { content: ""; position: absolute; inset: 0 -12px 0 0; } }
@media (prefers-reduced-motion: no-preference) { .drawer { animation: in 160ms ease-out; } @keyframes in { from { opacity: 0; transform: translateX(24px); } } }
@media (forced-colors: active) { .handle, .drawer, .inbox { border: 2px solid; } }
`;
