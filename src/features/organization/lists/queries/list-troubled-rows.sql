-- For each question about a kind the worst rows that have one of the values, and how many have. The values of a question
-- are joined by U+0001, the worst first. A switch is a setting that has to be true; the empty text stands for no setting.
-- One pass over the rows answers all questions. A question may be about age instead: which rows nobody has reported on for
-- too long, or ever, or of which was reported why they have no state; of those, rows of a team with the same reason are
-- one, the first, with how many are alike; of those that were seen, the one that was seen last, since none was seen after
-- it. Expired rows are left out when lists leave them out.
-- @result question, version, text, total, alike: !
WITH asked AS MATERIALIZED (
  SELECT question::integer AS question, kind, field, in_state, nullif(start, '') AS start,
    string_to_array(wanted, E'\x01') AS wanted, nullif(switch, '') AS switch, switch_start,
    nullif(sight, '')::jsonb AS sight, unseen
  FROM unnest(
    :kinds::text[], :fields::text[], :in_state::boolean[], :defaults::text[], :values::text[], :switches::text[],
    :switch_defaults::text[], :sights::text[], :unseen::boolean[]
  ) WITH ORDINALITY AS given (kind, field, in_state, start, wanted, switch, switch_start, sight, unseen, question)
), found AS MATERIALIZED (
  SELECT question, asked.kind, id, sort_key, array_position(wanted, value) AS place,
    CASE WHEN unseen THEN concat(configuration ->> 'team_id', E'\x01', coalesce(reason, CASE WHEN seen IS NULL THEN '' ELSE E'\x02' END))
      ELSE id END AS cause,
    CASE WHEN unseen AND reason IS NULL THEN seen END AS aged
  FROM asked
  JOIN rows ON organization_id = :organization_id AND rows.kind = asked.kind
  CROSS JOIN LATERAL (
    SELECT shown_value(configuration, state, in_state, field, start, sight, :now) AS value,
      (state -> 'measured_at' ->> field)::timestamptz AS seen, state ->> (field || '_reason') AS reason
  ) AS stated
  WHERE CASE WHEN unseen THEN seen IS NULL OR reason IS NOT NULL OR aged(configuration, seen, sight, :now)
      ELSE value = ANY (wanted) END
    AND (switch IS NULL OR coalesce(configuration ->> switch, switch_start) = 'true')
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
), firsts AS (
  SELECT DISTINCT ON (question, cause) found.*, (count(*) OVER (PARTITION BY question, cause))::integer AS alike
  FROM found
  ORDER BY question, cause, place, aged DESC NULLS LAST, sort_key, id
), placed AS (
  SELECT firsts.*, row_number() OVER (PARTITION BY question ORDER BY place, sort_key, id) AS nth
  FROM firsts
), totals AS (
  SELECT question, count(*)::integer AS total
  FROM found
  GROUP BY question
)
SELECT question, rows.id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text, total, alike
FROM placed
JOIN totals USING (question)
JOIN rows ON organization_id = :organization_id AND rows.kind = placed.kind AND rows.id = placed.id
WHERE nth <= :limit
ORDER BY question, nth
