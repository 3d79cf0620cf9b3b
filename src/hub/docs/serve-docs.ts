/** `/docs`: our documentation, and the page of the API, without a token. docs/design/hub.md#requests-and-answers. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { madeOnce } from '../../core/cache/made-once.ts'
import type { JsonObject } from '../../core/json.ts'
import { html } from '../../core/page/html.ts'
import { type Page, writePage, writePicture } from '../../http/reply/html.ts'
import { type Layer, under } from '../../http/request/request-state.ts'
import { buildApiPage } from './api-page.ts'
import { renderMarkdown } from './markdown.ts'

const checkout = resolve(import.meta.dirname, '..', '..', '..')
const prefix = '/docs'

type Paper = { readonly name: string; readonly path: string; readonly title: string; readonly text: string }

/** Pages beside the folder of the documentation. */
const others = [
  ['readme', 'README.md'],
  ['architecture', 'ARCHITECTURE.md'],
  ['contributing', 'CONTRIBUTING.md'],
  ['decisions', 'conformance/DECISIONS.md'],
  ['changes', 'CHANGELOG.md'],
] as const

function readPaper(name: string, path: string): Paper {
  const text = readFileSync(join(checkout, path), 'utf8')
  return { name, path, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
}

/** Files of the documentation and of its folders. */
const listFiles = (ending: string): readonly string[] =>
  readdirSync(join(checkout, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort()

const readPapers = (): readonly Paper[] => [
  ...listFiles('.md').map((file) => readPaper(file.slice(0, -'.md'.length), `docs/${file}`)),
  ...others.map(([name, path]) => readPaper(name, path)),
]

/** By the address on the pages. */
const readPictures = (): ReadonlyMap<string, string> =>
  new Map(listFiles('.svg').map((file) => [`${prefix}/${file}`, readFileSync(join(checkout, 'docs', file), 'utf8')]))

/** Made for the first reader, and kept. */
export function serveDocs(describe: () => JsonObject): Layer {
  const pages = madeOnce(() => buildPages(describe()))
  const pictures = madeOnce(readPictures)

  return under(prefix, async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const page = pages().get(ctx.path)
    const picture = pictures().get(ctx.path)
    if (page === undefined && picture === undefined) return next()
    ctx.state.route = prefix
    if (page !== undefined) writePage(ctx, page)
    else if (picture !== undefined) writePicture(ctx, picture)
  })
}

function buildPages(document: JsonObject): ReadonlyMap<string, Page> {
  const papers = readPapers()
  return new Map([
    [prefix, buildIndex(papers)],
    [`${prefix}/api`, buildApiPage(document)],
    ...papers.map((paper): [string, Page] => [`${prefix}/${paper.name}`, buildPaperPage(paper, papers)]),
  ])
}

const buildIndex = (papers: readonly Paper[]): Page => ({
  title: 'Documentation',
  body: html`<h1>Documentation</h1>
<ul><li><a href="${prefix}/api">The Hub’s API</a>: every operation of <code>/v1</code>, and <a href="/v1/openapi.json">as OpenAPI 3.1</a></li>
<li><a href="/fhir/R4/metadata">The FHIR API’s CapabilityStatement</a></li>
${papers.map(
  ({ name, title }) => html`<li><a href="${prefix}/${name}">${title}</a></li>
`,
)}</ul>`,
})

const buildPaperPage = (paper: Paper, papers: readonly Paper[]): Page => ({
  title: paper.title,
  body: renderMarkdown(paper.text, (target) => findAddress(target, paper, papers)),
})

/** The address of a file with a page, a picture, another site, or a heading of the same page. */
function findAddress(target: string, from: Paper, papers: readonly Paper[]): string | undefined {
  if (/^https?:/.test(target) || target.startsWith('#')) return target
  const [file = '', anchor] = target.split('#')
  const path = join(from.path, '..', file)
  if (/^docs\/.*\.svg$/.test(path)) return `/${path}`
  const paper = papers.find((other) => other.path === path)
  if (paper === undefined) return undefined
  return `${prefix}/${paper.name}${anchor === undefined ? '' : `#${anchor}`}`
}
