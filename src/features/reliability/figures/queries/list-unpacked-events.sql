-- The events of some SLOs that are not in their history yet: seconds since 1970, and both rates.
-- @plan: each time
-- @result id, at, total, bad: !
WITH wanted AS (
  SELECT organization_id, id FROM rows
  WHERE organization_id = :organization_id AND kind = :kind AND id = ANY(:ids::text[])
),
-- @include unpacked-events
SELECT id, (extract(epoch FROM day::timestamp AT TIME ZONE 'UTC') + step * 300)::double precision AS at, total, bad
FROM unpacked
