-- Records of rows with a name: rows that are there by what is searched in lists, and rows that are gone by what the record
-- of their deletion holds. A name that fits more rows than that is no name.
-- @param resource: nullable
WITH named AS (
  (SELECT kind, id FROM rows
  WHERE organization_id = :organization_id
    AND (:resource::text IS NULL OR kind = :resource)
    AND search_text LIKE ALL (:patterns::text[])
  LIMIT 500)
  UNION
  (SELECT resource, row_id FROM audit_records
  WHERE organization_id = :organization_id AND action LIKE ANY (ARRAY['delete\_%', 'remove\_%'])
    AND outcome = 'success' AND row_id <> ''
    AND (:resource::text IS NULL OR resource = :resource)
    AND lower(changes::text) LIKE ALL (:patterns::text[])
  LIMIT 500)
)
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, audit_records.id, plan_id, plan_records, run
FROM audit_records
JOIN named ON named.kind = resource AND named.id = row_id
WHERE organization_id = :organization_id AND sequence < :before
-- @include filtered-newest-first
