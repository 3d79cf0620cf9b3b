/** A person at the sign-in page of a development server: one click, and consent is implied. */
import type { Page } from './browser.ts'

const account = 'clinician-1'

/** Comes back when the browser is at `path` of the app. `patient`: chosen where the page asks for one. */
export async function signIn(page: Page, path: string, patient?: string): Promise<void> {
  const isBack = () => new URL(page.url()).pathname === path
  await page.waitForURL(({ pathname }) => pathname.startsWith('/oidc/interaction/') || pathname === path)
  if (isBack()) return
  if (patient !== undefined) await page.locator('input[name=patient]').fill(patient)
  await page.locator(`button[value=${account}]`).click()
  await page.waitForURL(({ pathname }) => pathname === path)
}
