-- @result count: !
SELECT count(*)::integer AS count FROM rows WHERE organization_id = :organization_id AND kind = :kind
