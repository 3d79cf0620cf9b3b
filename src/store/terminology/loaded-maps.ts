/** Codes by the concept maps that the operator loaded. R4 conceptmap.html. */
import type { Queryable } from '../postgres/queryable.ts'

type Asked = { readonly from: string; readonly to: string; readonly code: string }
type Mapped = { readonly code: string; readonly display?: string }

/** The one code that the maps between these systems give: equal or wider, as in a classification. None if they give several. */
export async function findMapped(runner: Queryable, { from, to, code }: Asked): Promise<Mapped | undefined> {
  const { rows } = await runner.query<{ code: string; display: string | null }>(
    `select distinct on (t->>'code') t->>'code' as code, t->>'display' as display
     from loaded_definition d, jsonb_array_elements(d.content::jsonb->'group') g,
       jsonb_array_elements(g->'element') e, jsonb_array_elements(e->'target') t
     where d.type = 'ConceptMap' and g->>'source' = $1 and g->>'target' = $2 and e->>'code' = $3
       and t->>'equivalence' in ('equal', 'equivalent', 'wider') and t->>'code' is not null limit 2`,
    [from, to, code],
  )
  const [own, other] = rows
  if (own === undefined || other !== undefined) return undefined
  return { code: own.code, ...(own.display === null ? {} : { display: own.display }) }
}
