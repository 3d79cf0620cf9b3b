/** Bodies of the authorisation server's own endpoints. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readSmallBody } from '../small-body.ts'

/** JSON only: a form on another site cannot send that without asking first. */
export async function readJsonObject(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') return undefined
  try {
    const value: unknown = JSON.parse((await readSmallBody(request)) ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  })
  response.end(JSON.stringify(body))
}
