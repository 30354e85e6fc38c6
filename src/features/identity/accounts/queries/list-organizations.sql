-- @include organization-detail
ORDER BY organization.slug
LIMIT :limit
