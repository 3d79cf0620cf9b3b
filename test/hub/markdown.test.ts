/** The Markdown of our documentation as HTML. CommonMark. */
import { expect, test } from '@jest/globals'
import { renderMarkdown } from '../../src/hub/docs/markdown.ts'

const render = (text: string): string =>
  renderMarkdown(text, (target) => (target === 'gone.md' ? undefined : `/docs/${target}`))
    .map(({ html }) => html)
    .join('')
    .trim()

test.each([
  ['a heading', '## What is `here`?', '<h2 id="what-is-here">What is <code>here</code>?</h2>'],
  ['lines of a paragraph', 'One\ntwo **three**', '<p>One two <strong>three</strong></p>'],
  ['a fence, as it is', '```sh\na <b> & `c`\n\n# d\n```', '<pre>a &lt;b&gt; &amp; `c`\n\n# d</pre>'],
  ['a link, and one that leads nowhere', '[a](b.md) [c](gone.md)', '<p><a href="/docs/b.md">a</a> c</p>'],
  ['a list with a line that goes on', '- one\n  more\n- two', '<ul>\n<li>one more</li>\n<li>two</li>\n</ul>'],
  ['markup, escaped', '<script>"x"</script>', '<p>&lt;script&gt;&quot;x&quot;&lt;/script&gt;</p>'],
])('hub-contract "Methods": the documentation shows %s', (_what, text, expected) => {
  expect(render(text)).toBe(expected)
})

test('hub-contract "Methods": the documentation shows a table, with bars in its cells', () => {
  expect(render('| A | B |\n|---|---|\n| `x\\|y` | z |')).toContain('<tr><td><code>x|y</code></td><td>z</td></tr>')
})
