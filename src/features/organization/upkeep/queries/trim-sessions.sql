-- Of each person all but the ones that were used last; so many at most.
DELETE FROM sessions
WHERE hash IN (
  SELECT hash FROM (
    SELECT hash, row_number() OVER (PARTITION BY user_id ORDER BY last_used_at DESC, id) AS place FROM sessions
  ) AS own
  WHERE place > :kept LIMIT :limit
)
RETURNING id
