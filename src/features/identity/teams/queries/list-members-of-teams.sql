-- A membership's natural key is its team and the folded address. Who left the organization is in no team.
SELECT team_id AS "teamId", id, email, name, role
FROM (
  SELECT link.to_id AS team_id, person.id, person.email, person.email_folded, person.name, member.role,
    row_number() OVER (PARTITION BY link.to_id ORDER BY person.email_folded) AS rank
  FROM row_references AS link
  JOIN rows AS place
    ON place.organization_id = link.organization_id AND place.kind = link.kind AND place.id = link.id
  JOIN users AS person ON person.email_folded = split_part(place.natural_key, E'\x01\x01', 2)
  JOIN members AS member ON member.organization_id = link.organization_id AND member.user_id = person.id
  WHERE link.organization_id = :organization_id AND link.to_kind = 'teams'
    AND link.to_id = ANY (:team_ids::text[])
    AND link.kind = 'team_members' AND
    -- @include present-member
) AS roster
WHERE rank <= :limit
ORDER BY team_id, email_folded
