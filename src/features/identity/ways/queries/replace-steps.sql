WITH gone AS (
  DELETE FROM way_steps WHERE user_id = :user_id AND urgency = :urgency AND place >= cardinality(:after_seconds::integer[])
)
INSERT INTO way_steps (user_id, urgency, place, way_id, after_seconds)
SELECT :user_id, :urgency, step.place - 1, nullif(step.way_id, ''), step.after_seconds
FROM unnest(:way_ids::text[], :after_seconds::integer[]) WITH ORDINALITY AS step (way_id, after_seconds, place)
ON CONFLICT (user_id, urgency, place) DO UPDATE SET way_id = EXCLUDED.way_id, after_seconds = EXCLUDED.after_seconds
