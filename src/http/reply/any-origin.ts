/** What anybody may read, a page of any origin may too. SMART App Launch 2.2 app-launch.html, Cross-Origin Resource Sharing. */
import type { Context } from 'koa'

export const allowAnyOrigin = (ctx: Pick<Context, 'set'>): void => ctx.set('Access-Control-Allow-Origin', '*')
