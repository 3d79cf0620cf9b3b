/** The page of a server on which no user was enrolled: services get tokens, and a person reads why nobody signs in. */
import type { ServerResponse } from 'node:http'
import { answerPage } from '../pages/layout.ts'
import { problemPage } from '../pages/problem-pages.ts'
import { endpointPaths } from './issuer-config.ts'

export const answerClosed = (response: ServerResponse): void => answerPage(response, problemPage('closed'))

/** Where a sign-in begins. */
export const isOfPeople = (path: string): boolean =>
  path === endpointPaths.pushed ||
  path === endpointPaths.authorization ||
  path.startsWith(`${endpointPaths.authorization}/`)
