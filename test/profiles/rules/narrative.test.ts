/** Narratives, with the verdict of org.hl7.fhir.validation 6.6.7 as measured. */
import { describe, expect, test } from '@jest/globals'
import { checkNarrative, readNarrative } from '../../../src/profiles/rules/narrative.ts'
import { listFragments } from '../../../src/profiles/rules/narrative-links.ts'
import { listReported } from './recorder.ts'

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"'
const div = (content: string): string => `<div ${xhtml}>text ${content}</div>`
const ruleOf = (content: string): string | undefined => readNarrative(div(content)).rule

const words = (text: string): string[] => text.split(' ')
/** The elements that an element has to lie in. */
const around: Readonly<Record<string, string>> = {
  ...Object.fromEntries(words('caption colgroup tbody tfoot thead tr').map((name) => [name, 'table'])),
  ...{ area: 'map', col: 'colgroup', dd: 'dl', dt: 'dl', li: 'ul', td: 'tr', th: 'tr' },
}
function wrap(name: string, markup: string): string {
  const parent = around[name]
  return parent === undefined ? markup : wrap(parent, `<${parent}>${markup}</${parent}>`)
}

const allowed = words(
  'a abbr acronym address area b bdo big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li map ol p pre q ' +
    'samp small span strong sub sup table tbody td tfoot th thead tr tt ul var',
)
const others = words(
  'applet article aside audio base basefont bdi body button canvas center data datalist del details dialog dir embed fieldset figcaption figure font footer ' +
    'form frame h7 head header html iframe input ins label legend link main mark menu meta meter nav noscript object optgroup option output param picture ' +
    'progress rp rt ruby s script section select source strike style summary svg template textarea time title track u video wbr foo P DIV',
)
const everywhere = words(
  'abbr accesskey align axis char charoff class colspan dir headers id lang rowspan scope span style tabindex title valign width xml:lang xml:space',
)
// biome-ignore format: one row an element
const own: Readonly<Record<string, readonly string[]>> = {
  a: words('charset coords href hreflang name rel rev shape type'), area: words('alt coords href shape'), blockquote: ['cite'], q: ['cite'],
  img: words('alt border height ismap longdesc src usemap'), map: ['name'], table: words('border cellpadding cellspacing frame rules summary'), td: ['nowrap'],
}
const never = words(
  'background bgcolor cellhalign cellvalign clear color compact content data-x datetime download face fhirLang foo:bar hspace http-equiv noshade onclick onload ' +
    'aria-label profile role size start STYLE target value vspace xml:id',
)

describe('R4 txt-1: elements and attributes as the reference takes them', () => {
  test('R4 txt-1: elements of formatting, and no others', () => {
    expect(allowed.filter((name) => ruleOf(wrap(name, `<${name}/>`)) !== undefined)).toEqual([])
    expect(others.filter((name) => ruleOf(`<${name}/>`) !== 'narrative-element')).toEqual([])
  })

  test('R4 txt-1: attributes by element', () => {
    const listTaken = (name: string): string[] =>
      [...everywhere, ...never, ...Object.values(own).flat()].filter(
        (attribute) => ruleOf(wrap(name, `<${name} ${attribute}="1"/>`)) !== 'narrative-attribute',
      )

    for (const name of allowed) expect(new Set(listTaken(name))).toEqual(new Set([...everywhere, ...(own[name] ?? [])]))
  })

  test('R4 txt-1: elements that stand where they may', () => {
    // biome-ignore format: one row a case
    const rows = [
      '<table>\n<tr>\n<td>x</td>\n</tr>\n</table>', '<table><caption>x</caption><colgroup><col/></colgroup><thead><tr><th>x</th></tr></thead></table>',
      '<ul><!-- x --><li><p>x</p><div>y</div><ol><li>z</li></ol></li></ul>', '<dl><dt>a</dt><dd><p>x</p></dd></dl>', '<span><p>x</p></span>', '<p><h1>x</h1></p>', '<br></br>', '<b/>', '<p>a<br/>b</p>',
      '<blockquote><p>x</p><ul><li>y</li></ul></blockquote>',
    ]

    expect(rows.filter((row) => ruleOf(row) !== undefined)).toEqual([])
  })

  test('R4 txt-1: elements that do not', () => {
    // biome-ignore format: one row a case
    const rows = [
      ...words('caption col colgroup dd dt li tbody td tfoot th thead tr').map((name) => `<${name}/>`), ...words('dl ol table tbody tr ul').map((name) => wrap(name, `<${name}>x</${name}>`)),
      ...words('a b i em span').flatMap((name) => words('div ol pre table ul').map((block) => `<${name}><${block}/></${name}>`)), '<dl><dd><div>x</div></dd></dl>',
      ...words('a abbr b i em code q sub tt').map((name) => `<${name}><span><${name}>x</${name}></span></${name}>`), '<p><p>x</p></p>', '<p><span><p>x</p></span></p>', '<p><b><blockquote>x</blockquote></b></p>',
      '<p><ul><li>x</li></ul></p>', '<br>x</br>', '<hr> </hr>', '<img src="x"> </img>', '<table><thead><td>x</td></thead></table>', '<h1><table/></h1>',
    ]

    expect(rows.filter((row) => ruleOf(row) !== 'narrative-place')).toEqual([])
  })
})

describe('R4 narrative.html: form', () => {
  // biome-ignore format: one row a case
  test.each([
    '<div XMLNS>&#160;</div>', '<div XMLNS>\u00a0</div>', '<div XMLNS>\u200b</div>', '<div XMLNS><img src="x.png" alt="x"/></div>', ' <div XMLNS>x</div> ', '<!-- x --><div XMLNS>x</div>',
    '<div XMLNS>&quot;&apos;&lt;&gt;&amp;&#x41;</div>', '<div XMLNS>a > b<!-- c --></div>', "<div XMLNS><p title='a\"b'>x</p></div>",
  ])('R4 txt-2: taken: %s', (text) => {
    expect(readNarrative(text.replace('XMLNS', xhtml)).rule).toBeUndefined()
  })

  // biome-ignore format: one row a case
  test.each([
    '', 'x', '<p XMLNS>x</p>', '<div>x</div>', '<div xmlns="http://x">x</div>', '<div XMLNS/>', '<div XMLNS> \n </div>', '<div XMLNS><!-- x --></div>', '<div XMLNS><br/></div>', '<div XMLNS><table><tr><td/></tr></table></div>',
    '<div XMLNS>&nbsp;</div>', '<div XMLNS>x&copy;</div>', '<div XMLNS>x&foo;</div>', '<div XMLNS>a & b</div>', '<div XMLNS>a < b</div>', '<div XMLNS><p title="&nbsp;">x</p></div>', '<div XMLNS><p title="a&b">x</p></div>',
    '<div XMLNS><b><i>x</b></i></div>', '<div XMLNS><i>x</div>', '<div XMLNS><p nowrap>x</p></div>', '<div XMLNS><div xmlns="http://x">x</div></div>', '<div XMLNS><p>&#99999999;</p></div>',
  ])('R4 txt-1: refused: %s', (text) => {
    expect(readNarrative(text.replace('XMLNS', xhtml)).rule).toBe('narrative')
  })

  // The reference takes these in JSON. They are no well-formed XML in one element, which R4 narrative.html asks for.
  // biome-ignore format: one row a case
  test.each([
    '<div XMLNS>x', '<div XMLNS>x</div>y', '<div XMLNS>x</div><div XMLNS>y</div>', '<!DOCTYPE html><div XMLNS>x</div>', '<?xml version="1.0"?><div XMLNS>x</div>', '<div XMLNS><?x y?>x</div>', '<div XMLNS><p class=x>x</p></div>',
    '<div XMLNS><p class="x" class="y">x</p></div>', '<div XMLNS>x<!-- y -- z --></div>', '<div XMLNS>x&#1;</div>', '<div XMLNS>a\u0001b</div>', '<div XMLNS>&#xZZ;</div>', '<div XMLNS><p title="<">x</p></div>',
  ])('D40: refused although the reference takes it: %s', (text) => {
    expect(readNarrative(text.replaceAll('XMLNS', xhtml)).rule).toBe('narrative')
  })
})

describe('R4 narrative.html#security: links', () => {
  // biome-ignore format: one row a case
  const places = ['http://x.y', 'https://x.y', 'mailto:a@b', 'ftp://x', 'tel:1', 'Patient/1', 'file:///x', 'foo:bar', 'http:x', 'mid:x', '//a.b/c', '../x', '?x', '#', 'data:image/png;base64,AAAA']

  test('R4 narrative.html#security: where a link may point', () => {
    expect(places.filter((place) => ruleOf(`<a href="${place}">x</a>`) !== undefined)).toEqual([])
  })

  test('R4 narrative.html#security: where it may not', () => {
    // biome-ignore format: one row a case
    const rows = [
      ...['', 'x y', ' http://x', 'javascript:x', 'javascript :x', '&#106;avascript:x', 'vbscript:x', 'urn:oid:1.2.3.4', 'cid:x'].map((place) => `<a href="${place}">x</a>`),
      ...['', 'http://x y', 'data:text/html;base64,AA', 'data:image/svg+xml;base64,AA'].map((place) => `<img src="${place}"/>`),
      // Here the reference is laxer.
      '<a href="JavaScript:x">x</a>', '<a href="data:text/html,x">x</a>', '<img src="javascript:x"/>', '<img src="x" longdesc="javascript:x"/>', '<q cite="javascript:x">x</q>',
    ]

    expect(rows.filter((row) => ruleOf(row) !== 'narrative-link')).toEqual([])
    expect(ruleOf('<p style="width:expression(x())">x</p>')).toBe('narrative-attribute')
  })

  test('R4 narrative.html: a fragment is an id or an anchor of the resource, in any of its narratives', () => {
    const { fragments } = readNarrative(div('<a href="#a">x</a><img src="#b"/><a href="c#d">x</a><a href="#">x</a>'))
    const text = { div: div('<p id="a">x</p><a name=\'b\'>y</a>') }

    expect(fragments).toEqual(['a', 'b'])
    expect(
      [{ text }, { item: [{ id: 'a' }, { id: 'b' }] }].map((found) =>
        fragments.map((one) => listFragments(found).has(one)),
      ),
    ).toEqual([
      [true, true],
      [true, true],
    ])
    expect(listFragments({ text, a: 'c' }).has('c')).toBe(false)
  })
})

// biome-ignore format: one row a case
test.each<[string, string, ...string[]]>([
  ['a link to an element', '<a href="#here">x</a>'],
  ['an image that is contained', '<img src="#here"/>'],
  ['a link to nothing', '<a href="#there">x</a>', 'narrative-fragment'],
  ['an image of nothing', '<img src="#"/>', 'narrative-fragment'],
  ['a script', '<script/>', 'narrative-element'],
])('R4 narrative.html: a narrative with %s', (_name, content, ...expected) => {
  const check = listReported({ resourceType: 'Basic', contained: [{ resourceType: 'Binary', id: 'here' }] }, (_, site) => checkNarrative(div(content), site))

  expect(check).toEqual(expected)
})

test('R4 txt-1: long hostile input ends', () => {
  const texts = [
    '<a '.repeat(50_000),
    `<div ${'a="b" '.repeat(50_000)}`,
    '<!--'.repeat(50_000),
    `<p${' '.repeat(100_000)}x`,
  ]

  expect(texts.map(ruleOf)).toEqual(['narrative', 'narrative-attribute', 'narrative', 'narrative'])
})
