/** Of the page, light and dark. */
export const styles = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --paper: #fff; --box: #f3f5f7; --line: #d0d7de; --bad: #b3261e; --good: #1a7f37; --link: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ec; --dim: #9aa4af; --paper: #16191d; --box: #20252b; --line: #3a424b; --bad: #ff8a80; --good: #6fd58a; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
h3 { font-size: .95rem; margin: .75rem 0 .25rem; }
a { color: var(--link); }
.hint, .time, .who { color: var(--dim); }
.hint { margin: .15rem 0; font-size: .9rem; }
.outcome[data-outcome="done"] b, .outcome[data-outcome="passed"] b { color: var(--good); }
.outcome[data-outcome="failed"] b, .outcome[data-outcome="error"] b, .outcome[data-outcome="none"] b { color: var(--bad); }
.why { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid var(--bad); background: var(--box); overflow-wrap: anywhere; }
.why ol { margin: 0; padding-left: 1.25rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .75rem; }
details.failure, details.denied { border-left: 4px solid var(--bad); }
summary { display: flex; gap: .75rem; align-items: baseline; padding: .4rem 0; cursor: pointer; }
summary b { white-space: nowrap; }
summary code { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary .who { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details.failure > summary .state, details.denied > summary .state, .act.failure .state, .act.denied .state { color: var(--bad); }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; max-width: 32rem; }
figcaption { color: var(--dim); font-size: .85rem; }
.shot { position: relative; border: 1px solid var(--line); line-height: 0; }
.shot img { max-width: 100%; height: auto; }
.box { position: absolute; border: 2px solid #e5342b; box-shadow: 0 0 0 1px #fff; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0; }
dt { color: var(--dim); }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--box); border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
`;
