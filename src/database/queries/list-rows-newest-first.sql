-- Ids begin with the time they were made. Expired rows stay listed for 30 days.
-- @result version, text: !
SELECT id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM rows
WHERE organization_id = :organization_id AND kind = :kind
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
  AND id < :before_id
-- @include list-filters
ORDER BY id DESC
LIMIT :limit
