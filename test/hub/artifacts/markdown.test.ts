/** The Markdown of our documentation as HTML. CommonMark. */
import { expect, test } from '@jest/globals'
import { renderMarkdown } from '../../../src/hub/docs/markdown.ts'

const render = (text: string): string =>
  renderMarkdown(text, (target) => (/\.(md|svg)$/.test(target) && target !== 'gone.md' ? `/docs/${target}` : undefined))
    .html.replaceAll('\n', ' ')
    .trim()

test.each([
  ['a heading', '## What is `here`?', '<h2 id="what-is-here">What is <code>here</code>?</h2>'],
  ['lines of a paragraph', 'One\ntwo **three**', '<p>One two <strong>three</strong></p>'],
  ['a fence, as it is', '```sh\na <b> & `c`\n\n# d\n```', '<pre>a &lt;b&gt; &amp; `c`  # d</pre>'],
  ['a link, and one that leads nowhere', '[a](b.md) [c](gone.md)', '<p><a href="/docs/b.md">a</a> c</p>'],
  ['a picture', '![the way](flow.svg)', '<p><img src="/docs/flow.svg" alt="the way"></p>'],
  ['a list with a line that goes on', '- one\n  more\n- two', '<ul> <li>one more</li> <li>two</li> </ul>'],
  ['markup, escaped', '<script>"x"</script>', '<p>&lt;script&gt;&quot;x&quot;&lt;/script&gt;</p>'],
  ['markup in a line, escaped', 'a <b onclick="x">c</b>', '<p>a &lt;b onclick=&quot;x&quot;&gt;c&lt;/b&gt;</p>'],
  ['markup in code and in its language, escaped', '```"><script>\n<b>\n```', '<pre>&lt;b&gt;</pre>'],
  ['a link to a script as text', '[a](javascript:alert) <javascript:b>', '<p>a javascript:b</p>'],
  ['a quote in an address', '[a](b".md)', '<p><a href="/docs/b&quot;.md">a</a></p>'],
  ['the words alone of a picture that leads nowhere', '![a "b"](c.png)', '<p>a &quot;b&quot;</p>'],
  ['quotes in the words of a picture', '![a "b"](c.svg)', '<p><img src="/docs/c.svg" alt="a &quot;b&quot;"></p>'],
])('docs/design/hub.md#routes: the documentation shows %s', (_what, text, expected) => {
  expect(render(text)).toBe(expected)
})

test('docs/design/hub.md#routes: the documentation shows a table, with bars in its cells', () => {
  expect(render('| A | B |\n|---|---|\n| `x\\|y` | z |')).toContain('<tr> <td><code>x|y</code></td> <td>z</td> </tr>')
})
