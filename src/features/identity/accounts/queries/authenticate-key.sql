-- @plural: authenticate-keys
-- @cached
SELECT
  -- @include key
  AS credential
FROM api_keys AS key
JOIN organizations AS organization ON organization.id = key.organization_id
WHERE key.hash = :hash AND key.revoked_at IS NULL
