-- The rows of some kinds whose own setting names one of these services, the first of each service and kind.
-- Expired rows are left out when lists leave them out.
-- @result version, text, service: !
WITH found AS (
  SELECT rows.*, configuration ->> member AS service,
    row_number() OVER (PARTITION BY configuration ->> member, rows.kind ORDER BY sort_key, id) AS place
  FROM unnest(:kinds::text[], :members::text[]) AS given (kind, member)
  JOIN rows ON organization_id = :organization_id AND rows.kind = given.kind
    AND configuration ->> member = ANY (:services::text[])
  WHERE key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days'
)
SELECT kind, id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text, service
FROM found
WHERE place <= :limit
ORDER BY kind, sort_key, id
