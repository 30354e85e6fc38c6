-- By id or slug: ids hold an underscore and slugs never do, so no two organizations meet here.
-- @include organization-detail
WHERE organization.id = :id_or_slug OR organization.slug = :id_or_slug
