SELECT urgency, way_id AS "wayId", after_seconds AS "afterSeconds" FROM way_steps
WHERE user_id = :user_id
ORDER BY after_seconds, place
