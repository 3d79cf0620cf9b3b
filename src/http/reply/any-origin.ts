/** Pages of any origin may read what anybody may read. SMART App Launch 2.2 app-launch.html, Cross-Origin Resource Sharing. */
import type { Context } from 'koa'

export const allowAnyOrigin = (ctx: Pick<Context, 'set'>): void => ctx.set('Access-Control-Allow-Origin', '*')
