-- @param actor, action, door, run, since, until: nullable
  AND (:actor::text IS NULL OR actor_id = :actor OR actor_name = :actor)
  AND (:action::text IS NULL OR action = :action)
  AND (:door::text IS NULL OR door = :door)
  AND (:run::text IS NULL OR run = :run)
  AND (:since::timestamptz IS NULL OR at >= :since)
  AND (:until::timestamptz IS NULL OR at < :until)
ORDER BY sequence DESC
LIMIT :limit
