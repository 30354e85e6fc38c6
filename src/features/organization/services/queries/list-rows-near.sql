-- The rows that point at any of these, or that these point at: the newest of each kind, and how many there are.
-- Expired rows are left out when lists leave them out.
-- @result version, text, total: !
WITH given AS (
  SELECT kind, id FROM unnest(:kinds::text[], :ids::text[]) AS given (kind, id)
), near AS (
  SELECT link.to_kind AS kind, link.to_id AS id
  FROM given
  JOIN row_references AS link ON link.organization_id = :organization_id AND link.kind = given.kind
    AND link.id = given.id
  UNION
  SELECT link.kind, link.id
  FROM given
  JOIN row_references AS link ON link.organization_id = :organization_id AND link.to_kind = given.kind
    AND link.to_id = given.id
  EXCEPT
  SELECT kind, id FROM given
), found AS (
  SELECT rows.*, row_number() OVER (PARTITION BY rows.kind ORDER BY rows.id DESC) AS place,
    count(*) OVER (PARTITION BY rows.kind)::integer AS total
  FROM near
  JOIN rows ON organization_id = :organization_id AND rows.kind = near.kind AND rows.id = near.id
  WHERE key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days'
)
SELECT kind, id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text, total
FROM found
WHERE place <= :limit
ORDER BY kind, id DESC
