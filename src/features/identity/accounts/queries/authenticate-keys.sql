-- authenticate-key.sql for several at once; place counts the asked from 1. Many ask with one key: what is about it
-- comes once, with the first that asked, whose place the others name as `first`.
-- @result place, first: !
WITH asked AS (
  SELECT hash, place, min(place) OVER (PARTITION BY hash) AS first
  FROM unnest(:hash::bytea[]) WITH ORDINALITY AS asked(hash, place)
)
SELECT asked.place::int AS place, asked.first::int AS first,
  CASE WHEN asked.place = asked.first THEN
    -- @include key
  END AS credential
FROM asked
JOIN api_keys AS key ON key.hash = asked.hash AND key.revoked_at IS NULL
JOIN organizations AS organization ON organization.id = key.organization_id
