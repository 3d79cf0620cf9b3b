/** How the HTML report looks, on a screen and on paper, in light and dark. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d2429; --quiet: #5d6870; --line: #d8dee2; --page: #ffffff; --soft: #f4f6f7; --good: #17693a; --bad: #b3261e; --weak: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaec; --quiet: #9aa5ac; --line: #38424a; --page: #14191d; --soft: #1d2429; --good: #6fcf97; --bad: #ff8a80; --weak: #f0b95a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; } h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
header p { margin: .25rem 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: .9rem; }
.verdict { font-size: 1.1rem; font-weight: 600; } .met { color: var(--good); } .unmet { color: var(--bad); } .open { color: var(--weak); }
.totals { display: flex; gap: 1.5rem; flex-wrap: wrap; list-style: none; padding: 0; } .totals b { font-size: 1.5rem; display: block; }
.totals .passed { color: var(--good); } .totals .failed, .totals .error { color: var(--bad); } .totals .skipped { color: var(--quiet); }
.findings { padding-left: 1.5rem; overflow-wrap: anywhere; }
table.overview { border-collapse: collapse; width: 100%; } .overview th, .overview td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
.overview th:first-child, .overview td:first-child { text-align: left; } a { color: inherit; }
.checks { list-style: none; padding: 0; } .checks li { border-left: 4px solid var(--line); padding: .35rem .75rem; margin: .25rem 0; background: var(--soft); overflow-wrap: anywhere; }
.checks li p { margin: .2rem 0; } li.passed { border-color: var(--good); } li.failed, li.error { border-color: var(--bad); } li.weak { border-color: var(--weak); }
.mark { font-size: .8rem; font-weight: 600; } .passed .mark { color: var(--good); } .failed .mark, .error .mark { color: var(--bad); } .weak .mark { color: var(--weak); } .skipped .mark { color: var(--quiet); }
.level { font-size: .75rem; color: var(--quiet); border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; }
pre { background: var(--page); border: 1px solid var(--line); padding: .6rem; overflow-x: auto; white-space: pre-wrap; font-size: .82rem; margin: .4rem 0; } pre.answer { margin-left: 1.5rem; }
summary { cursor: pointer; font-size: .9rem; } footer { margin-top: 3rem; border-top: 1px solid var(--line); }
/* A phone: numbers stay readable, and nothing makes the page scroll sideways. */
@media (max-width: 30rem) { body { padding: 1rem .75rem 3rem; } .totals { gap: 1rem; } .totals b { font-size: 1.25rem; } .overview th, .overview td { padding: .3rem .25rem; font-size: .85rem; } .overview td:not(:first-child) { width: 1%; } .overview td:first-child, h1, h2, h3 { overflow-wrap: anywhere; } pre { overflow-wrap: anywhere; font-size: .75rem; } pre.answer { margin-left: 0; } .findings { padding-left: 1.25rem; } }
@media print { body { max-width: none; } details { display: block; } }
`
