-- Made since that moment.
-- @result count: !
SELECT count(*)::integer AS count FROM proposals WHERE organization_id = :organization_id AND created_at > :since
