/** The endpoints of people below `/oidc`. */
import { readFileSync } from 'node:fs'
import type { Endpoints, Handle } from '../issuer/issuer.ts'
import { endpointPaths } from '../issuer/issuer-config.ts'
import { answerEnrol, type EnrolParts, showEnrol } from './enrol-page.ts'

const script = readFileSync(new URL('passkey.js', import.meta.url))

const serveScript: Handle = async (_request, response) => {
  response.writeHead(200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(script)
}

export const userEndpoints = (parts: EnrolParts): Endpoints => ({
  [`GET ${endpointPaths.enrol}`]: showEnrol,
  [`POST ${endpointPaths.enrol}`]: answerEnrol(parts),
  [`GET ${endpointPaths.passkeyScript}`]: serveScript,
})
