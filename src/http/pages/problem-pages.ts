/** `GET /problems/<slug>`: the meaning of each problem type, as a page for browsers. docs/design/hub.md#problems. */

import { html } from '../../core/page/html.ts'
import { problemCatalogue } from '../../core/problem-catalogue.ts'
import { renderCode, writePage } from '../reply/html.ts'
import { writeJson } from '../reply/reply.ts'
import { type Layer, under } from '../request/request-state.ts'

const prefix = '/problems'

export const problemPages = (problemBase: string): Layer =>
  under(prefix, async (ctx, next) => {
    const row = problemCatalogue.find((problem) => ctx.path === `${prefix}/${problem.slug}`)
    if (row === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    ctx.state.route = `${prefix}/{slug}`
    const { slug, status, title, retry, cause, remedy } = row
    ctx.vary('Accept')
    if (ctx.accepts('json', 'html') === 'html') {
      const again = retry ? 'The same request may go through later.' : 'The same request will be refused again.'
      const body = html`<h1>${title}</h1><p class="call"><code>${slug}</code>, status ${status}</p>
<h2>Cause</h2><p>${renderCode(cause)}</p><h2>Remedy</h2><p>${renderCode(remedy)}</p><p>${again}</p>
<p><a href="/docs/api#problems">All problems</a></p>`
      return writePage(ctx, { title, body })
    }
    writeJson(ctx, 'application/json', { type: `${problemBase}/${slug}`, status, title, retry, cause, remedy })
  })
