-- The events of some SLOs that are not in their history yet: seconds since 1970, and both rates.
-- @plan: each time
-- @result id, at, total, bad: !
WITH wanted AS (
  SELECT :organization_id::text AS organization_id, id FROM unnest(:ids::text[]) AS id
),
-- @include unpacked-events
SELECT id, (extract(epoch FROM day::timestamp AT TIME ZONE 'UTC') + step * 300)::double precision AS at, total, bad
FROM unpacked
