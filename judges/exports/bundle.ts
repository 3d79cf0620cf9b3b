/** The judge of FHIR document Bundles: HL7's validator as HAPI packs it, with the published packages of AU Core. */
import { readFileSync } from 'node:fs'
import { packages } from '../packages.ts'
import { listMissing, openReference } from '../reference.ts'
import type { ExportJudge, Finding } from './judge.ts'

const hapi: ExportJudge = {
  name: 'HAPI FHIR',
  takes: ({ format }) => format === 'bundle',
  listMissing,
  judge: async (documents) => {
    const reference = await openReference(packages)
    const findings: Finding[] = []
    for (const { file } of documents) {
      const { issues, failure } = await reference.ask({ text: readFileSync(file, 'utf8') })
      if (failure !== undefined) findings.push({ file, text: failure })
      for (const { severity, location, text } of issues)
        if (severity === 'error' || severity === 'fatal') findings.push({ file, text: `${location}: ${text}` })
    }
    reference.close()
    return findings
  },
  break: (bytes) => Buffer.from(bytes.toString('utf8').replace(/"status":"\w+"/, '"status":"none"')),
}

export const bundleJudges: readonly ExportJudge[] = [hapi]
