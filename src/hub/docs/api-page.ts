/** `/docs/api`: the OpenAPI document for people. docs/design/hub.md#routes. */

import { listObjects } from '../../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, type JsonValue, textOrNone } from '../../core/json.ts'
import { type Html, html } from '../../core/page/html.ts'
import { problemCatalogue } from '../../core/problem-catalogue.ts'
import { type Page, renderCode } from '../../http/reply/html.ts'
import { renderCurl } from './curl.ts'
import { describeLimits, describeType, renderExample, renderMembers } from './schema-table.ts'

type Operation = { readonly method: string; readonly path: string; readonly facts: JsonObject }

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {})
const wordsOf = (value: JsonValue | undefined): string =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(', ') : ''

export function buildApiPage(document: JsonObject): Page {
  const { info, tags, paths, components } = document
  const operations = listOperations(objectOf(paths))
  const groups = listObjects(tags).map((tag) => ({
    name: textOrNone(tag['name']),
    about: textOrNone(tag['description']),
    operations: operations.filter(({ facts }) => wordsOf(facts['tags']) === tag['name']),
  }))
  const { schemas, parameters } = objectOf(components)
  return {
    title: `${textOrNone(objectOf(info)['title'])} API`,
    nav: html`<ul>${groups.map(renderNav)}<li><a href="#schemas">Schemas</a></li><li><a href="#problems">Problems</a></li></ul>`,
    body: html`<h1>${textOrNone(objectOf(info)['title'])} API</h1>
${textOrNone(objectOf(info)['description'])
  .split('\n\n')
  .map(
    (text) => html`<p>${renderCode(text)}</p>
`,
  )}<h2 id="headers">Headers</h2>${renderParameters(Object.values(objectOf(parameters)).filter(isJsonObject))}
${groups.map(
  (group) => html`<h2 id="${anchorOf(group.name)}">${group.name}</h2><p>${group.about}</p>
${group.operations.map((operation) => renderOperation(operation, document))}`,
)}
<h2 id="schemas">Schemas</h2>${Object.entries(objectOf(schemas)).map(([name, schema]) => renderSchema(name, objectOf(schema)))}
<h2 id="problems">Problems</h2>${renderProblems()}`,
  }
}

const listOperations = (paths: JsonObject): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, facts]) => ({
      method: method.toUpperCase(),
      path,
      facts: objectOf(facts),
    })),
  )

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

const renderNav = ({ name, operations }: { readonly name: string; readonly operations: readonly Operation[] }): Html =>
  html`<li><a href="#${anchorOf(name)}"><strong>${name}</strong></a><ul>${operations.map(
    ({ facts }) => html`<li><a href="#${textOrNone(facts['operationId'])}">${textOrNone(facts['summary'])}</a></li>`,
  )}</ul></li>
`

/** The common headers are described once. */
function renderOperation({ method, path, facts }: Operation, document: JsonObject): Html {
  const own = listObjects(facts['parameters']).filter((parameter) => parameter['$ref'] === undefined)
  const wanted = listObjects(facts['parameters']).flatMap(({ $ref }) => textOrNone($ref).split('/').at(-1) ?? [])
  const scopes = listObjects(facts['security'])
    .map((one) => wordsOf(one['oidc']))
    .join(', ')
  const key = wanted.includes('IdempotencyKey') ? ' · idempotency key' : ''
  const deprecated = facts['deprecated'] === true ? ' · deprecated' : ''
  const body = objectOf(facts['requestBody'])
  return html`<h3 id="${textOrNone(facts['operationId'])}">${textOrNone(facts['summary'])}</h3>
<p class="call"><span class="method">${method}</span> ${path}</p>
<p>${textOrNone(facts['description'])}</p>
<p class="facts">${wordsOf(facts['x-roles'])} · ${scopes} · ${textOrNone(facts['x-maturity'])}${key}${deprecated}</p>
${own.length === 0 ? undefined : html`<h4>Parameters</h4>${renderParameters(own)}`}
${Object.keys(body).length === 0 ? undefined : html`<h4>Request${body['required'] === true ? '' : ', optional'}</h4><p>${renderContent(body)}</p>`}
<h4>curl</h4><pre>${renderCurl({ method, path, facts }, document)}</pre>
<h4>Answers</h4>${renderAnswers(objectOf(facts['responses']), document)}
`
}

function resolve(value: JsonObject, document: JsonObject): JsonObject {
  const { $ref } = value
  if (typeof $ref !== 'string') return value
  return $ref
    .slice(2)
    .split('/')
    .reduce<JsonObject>((inner, name) => objectOf(inner[name]), document)
}

/** Each media type, with its schema where it has one. */
const renderContent = ({ content }: JsonObject): readonly Html[] =>
  Object.entries(objectOf(content)).map(([type, value]) => {
    const { schema } = objectOf(value)
    return html`<code>${type}</code>${isJsonObject(schema) ? html`: ${describeType(schema)} ` : html` `}`
  })

/** First the success, then the problems by status; their meaning is described once, below. */
function renderAnswers(responses: JsonObject, document: JsonObject): Html {
  const answers = Object.entries(responses).map(
    ([status, response]) => [status, resolve(objectOf(response), document)] as const,
  )
  return html`<p>${answers.map(([status, response], at) =>
    Number(status) < 400
      ? html`${status} ${renderContent(response)}`
      : html`${at === 0 ? '' : ' · '}${status} ${renderLinks(textOrNone(response['description']))}`,
  )}</p>`
}

/** `[slug](address): title` for each problem. */
const renderLinks = (text: string): Html[] =>
  [...text.matchAll(/\[([a-z-]+)\]\(([^)]+)\)/g)].map(
    ([, slug = '', address = ''], at) => html`${at === 0 ? '' : ', '}<a href="${address}">${slug}</a>`,
  )

const renderParameters = (parameters: readonly JsonObject[]): Html =>
  html`<div class="wide"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Required</th><th></th></tr></thead><tbody>
${parameters.map((parameter) => {
  const schema = objectOf(parameter['schema'])
  const about = [textOrNone(parameter['description']), describeLimits(schema)].filter((part) => part !== '').join('; ')
  return html`<tr><td><code>${textOrNone(parameter['name'])}</code></td><td>${textOrNone(parameter['in'])}</td><td>${describeType(schema)}</td><td>${parameter['required'] === true ? 'yes' : ''}</td><td>${about}</td></tr>
`
})}</tbody></table></div>`

const renderSchema = (name: string, schema: JsonObject): Html =>
  html`<h3 id="schema-${name}">${name}</h3>${renderMembers(schema)}${renderExample(schema)}
`

const renderProblems =
  (): Html => html`<div class="wide"><table><thead><tr><th>Problem</th><th>Status</th><th>When</th><th>Remedy</th></tr></thead><tbody>
${problemCatalogue.map(
  ({
    slug,
    status,
    title,
    remedy,
  }) => html`<tr><td><a href="/problems/${slug}">${slug}</a></td><td>${status}</td><td>${title}</td><td>${renderCode(remedy)}</td></tr>
`,
)}</tbody></table></div>`
