/** The style of every page that people outside of a practice meet: the link page, and the pages of the authorisation server. */
import { readFileSync } from 'node:fs'

export const pageStyle: string = readFileSync(new URL('page-style.css', import.meta.url), 'utf8')
