-- The ids of a page of a list, sorted by a field. Backwards.
WITH page AS (
  -- @include sorted-rows
  -- @include backwards
  LIMIT :limit OFFSET :offset
)
SELECT id
FROM page
-- @include backwards
