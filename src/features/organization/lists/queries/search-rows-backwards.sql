-- The ids of the rows of a list that a search finds, and how many they are. Backwards: newest first where no field says otherwise.
-- @result total: !
-- @include found-rows
, page AS (
  SELECT * FROM found
  -- @include backwards
  LIMIT :limit OFFSET :offset
)
SELECT id, (SELECT count(*)::integer FROM found) AS total
FROM page
-- @include backwards
