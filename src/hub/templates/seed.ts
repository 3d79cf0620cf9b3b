/** The built-in templates of every tenant. Runs at each start: adds missing templates and versions, and changes no version. */
import { newId } from '../../core/ids.ts'
import { listSchemaFaults, readTemplateRules } from '../../domain/template/template-rules.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Store } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'
import { type BuiltIn, builtInTemplates } from './built-in-templates.ts'
import { putNew, putRules } from './templates.ts'

export async function seedTenant(store: Store, tenant: string): Promise<void> {
  await store.transactAsSystem(
    tenant,
    async (tx) => {
      await tx.lock('seed')
      for (const builtIn of builtInTemplates) await seedTemplate(tx, builtIn)
    },
    newId(),
  )
}

/** The first releases kept a template's rules in its version; the row's rules replace them. */
async function seedTemplate(tx: Tx, builtIn: BuiltIn): Promise<void> {
  const { id, template, versionId, version, schema, policy } = builtIn
  const places = [
    hubAddress('Template', id),
    hubAddress('ArtifactSchema', id),
    hubAddress('TemplateVersion', versionId),
  ]
  const [known, rules, current] = await tx.findAllCurrent(places)
  if (rules === undefined) await putRules(tx, id, { schema, policy })
  if (known !== undefined) return current === undefined ? putSuccessor(tx, builtIn, known) : undefined
  await putNew(tx, 'Template', id, template)
  await putNew(tx, 'TemplateVersion', versionId, version)
  tx.record('template.created', { resourceType: 'Template', resourceId: id })
}

/**
 * The new version of a template that a tenant has from an earlier release. It replaces the earlier one unless an operator has published
 * or retired a version since, or has rules that the new version does not meet. D267.
 */
async function putSuccessor(tx: Tx, { id, versionId, version, replaces }: BuiltIn, known: Stored): Promise<void> {
  const { currentVersionId, ...template } = hubContent('Template', known)
  if (replaces === undefined) return
  const { schema, schemaVersion } = await readTemplateRules(tx, id)
  if (listSchemaFaults(version, schema).length > 0) return
  await putNew(tx, 'TemplateVersion', versionId, { ...version, schemaVersion })
  const event = { resourceType: 'TemplateVersion', resourceId: versionId, toState: 'published' } as const
  tx.record('template.version-published', event)
  if (currentVersionId !== replaces) return
  const content = asJson({ ...template, currentVersionId: versionId })
  await tx.put({ ...hubAddress('Template', id), content, expected: known.version })
}
