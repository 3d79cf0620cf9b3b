/** `GET /problems/<slug>`: what each problem type means. hub-contract "Problem catalogue". */
import { problemCatalogue } from '../problems.ts'
import { writeJson } from './reply.ts'
import { type Layer, under } from './request-state.ts'

const prefix = '/problems'

export const problemPages = (problemBase: string): Layer =>
  under(prefix, async (ctx, next) => {
    const row = problemCatalogue.find((problem) => ctx.path === `${prefix}/${problem.slug}`)
    if (row === undefined || ctx.method !== 'GET') return next()
    ctx.state.route = `${prefix}/{slug}`
    const { slug, status, title, retry } = row
    writeJson(ctx, 'application/json', { type: `${problemBase}/${slug}`, status, title, retry })
  })
