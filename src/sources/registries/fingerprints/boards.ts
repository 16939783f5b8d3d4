// Technologies: blogs, wikis, forums, learning platforms, documentation and static sites.

/** Rows in the format of `rows.ts`. */
export const BOARDS = String.raw`
Blogger | 11 | www.blogger.com | meta.generator=^blogger$ | host=www.blogger.com | header.server=^gse$ ~50 | > Java
Tumblr | 11 | www.tumblr.com | header.x-tumblr-user | host=assets.tumblr.com | meta.tumblr-theme
Medium | 11 | medium.com | header.x-powered-by=^medium$ | host=cdn-client.medium.com | meta.al:ios:app_name=^medium$
Substack | 11 75 | substack.com | host=substackcdn.com | header.x-served-by=^substack$ | host=cdn.substack.com
TypePad | 11 | www.typepad.com | meta.generator=^typepad | header.x-webserver=typepad ~50
Movable Type | 11 | www.movabletype.org | meta.generator=^movable type(?: pro)?(?: ([\d.]+))? | > Perl
Serendipity | 11 | s9y.org | meta.generator=^serendipity(?: v\.)?([\d.]+)? | meta.powered-by=^serendipity | > PHP
LiveJournal | 11 | www.livejournal.com | host=l-stat.livejournal.net
Hashnode | 11 | hashnode.com | host=cdn.hashnode.com | header.x-hashnode-rid | > Next.js
Write.as | 11 | write.as | meta.generator=^writefreely | > Go
beehiiv | 11 75 | www.beehiiv.com | host=media.beehiiv.com | host=embeds.beehiiv.com
MediaWiki | 8 | www.mediawiki.org | cpe=mediawiki:mediawiki | meta.generator=^mediawiki ?([\d.]+)?
| script=/load\.php\?(?:lang=[a-z-]{2,12}&)?(?:debug=\w{1,5}&)?modules= | > PHP
DokuWiki | 8 | www.dokuwiki.org | cpe=dokuwiki:dokuwiki | meta.generator=^dokuwiki(?: release)? ?([\d-]+)? | cookie=^DokuWiki$ | > PHP
Confluence | 8 | www.atlassian.com/software/confluence | header.x-confluence-request-time | meta.confluence-request-time
| meta.ajs-version-number=^([\d.]+) | > Java
XWiki | 8 | www.xwiki.org | meta.wiki=^xwiki | dom=html[data-xwiki-document] | > Java
TWiki | 8 | twiki.org | cookie=^TWIKISID$ | script=/pub/TWiki/ | > Perl
Foswiki | 8 | foswiki.org | cookie=^(?:FOSWIKISTRIKEONE|SFOSWIKISID) | meta.foswiki.wikiname | > Perl
PmWiki | 8 | www.pmwiki.org | html=<!--PageHeader(?:Fmt)?--> ~60 | meta.generator=^pmwiki | > PHP
Tiki Wiki CMS Groupware | 8 1 | tiki.org | meta.generator=^tiki wiki cms | > PHP
BookStack | 8 4 | www.bookstackapp.com | cookie=^bookstack_session$ | > Laravel
Wiki.js | 8 | js.wiki | meta.generator=^wiki\.js | > Node.js
Fandom | 8 | www.fandom.com | host=static.wikia.nocookie.net | > MediaWiki
GitBook | 4 | www.gitbook.com | meta.generator=^gitbook(?: ([\d.]+))? | header.x-gitbook-route-type
Read the Docs | 4 | about.readthedocs.com | host=assets.readthedocs.org | meta.readthedocs-addons-api-version | header.x-rtd-project
Sphinx | 4 | www.sphinx-doc.org | script=/_static/(?:doctools|sphinx_highlight|documentation_options)\.js
| html=Created using <a href="https?://(?:www\.)?sphinx | > Python
MkDocs | 4 57 | www.mkdocs.org | meta.generator=^mkdocs-([\d.]+) | > Python
Material for MkDocs | 4 | squidfunk.github.io/mkdocs-material | meta.generator=mkdocs-material-([\d.]+) | dom=[data-md-color-scheme]
| > MkDocs
Docusaurus | 4 57 | docusaurus.io | meta.generator=^docusaurus(?: v?([\d.]+))? | meta.docusaurus_version=^([\d.]+) | > React
VuePress | 57 | vuepress.vuejs.org | meta.generator=^vuepress(?: ([\d.]+))? | > Vue.js
VitePress | 57 | vitepress.dev | meta.generator=^vitepress(?: v?([\d.]+))? | > Vue.js, Vite
Starlight | 4 57 | starlight.astro.build | meta.generator=^starlight(?: v([\d.]+))? | > Astro
Docsify | 4 | docsify.js.org | library=docsify | inline=window\.\$docsify
Mintlify | 4 | mintlify.com | meta.generator=^mintlify | host=mintlify.s3.us-west-1.amazonaws.com | host=mintcdn.com
ReadMe | 4 | readme.com | host=cdn.readme.io | meta.readme-deploy
Doxygen | 4 | www.doxygen.nl | meta.generator=^doxygen(?: ([\d.]+))?
Javadoc | 4 | docs.oracle.com/javase | meta.generator=^javadoc | > Java
Swagger UI | 4 | swagger.io/tools/swagger-ui | library=swagger-ui | library=swagger-ui-bundle | link=/swagger-ui\.css
Hugo | 57 | gohugo.io | cpe=gohugo:hugo | meta.generator=^hugo ?([\d.]+)? | > Go
Jekyll | 57 | jekyllrb.com | cpe=jekyllrb:jekyll | meta.generator=^jekyll(?: v?([\d.]+))? | html=<!-- Begin Jekyll SEO tag v([\d.]+)
| > Ruby
Eleventy | 57 | www.11ty.dev | meta.generator=^eleventy(?: v?([\d.]+))? | > Node.js
Hexo | 57 11 | hexo.io | meta.generator=^hexo ?([\d.]+)? | > Node.js
Gridsome | 57 | gridsome.org | meta.generator=^gridsome v?([\d.]+) | > Vue.js
Pelican | 57 11 | getpelican.com | meta.generator=^pelican | html=Powered by <a href="https?://getpelican | > Python
Zola | 57 | www.getzola.org | meta.generator=^zola ?([\d.]+)? | > Rust
Nikola | 57 | getnikola.com | meta.generator=^nikola | > Python
Middleman | 57 | middlemanapp.com | meta.generator=^middleman | > Ruby
Publii | 57 1 | getpublii.com | meta.generator=^publii
Bridgetown | 57 | www.bridgetownrb.com | meta.generator=^bridgetown(?: v?([\d.]+))? | > Ruby
Quarto | 57 4 | quarto.org | meta.generator=^quarto-([\d.]+)
Gatsby | 57 12 | www.gatsbyjs.com | meta.generator=^gatsby(?: ([\d.]+))? | dom=#___gatsby | > React
Astro | 57 12 | astro.build | meta.generator=^astro(?: v([\d.]+))? | script=/_astro/ | link=/_astro/ | dom=astro-island
Discourse | 2 | www.discourse.org | cpe=discourse:discourse | meta.generator=^discourse ?([\d.]+)? | header.x-discourse-route
| meta.discourse_theme_id | > Ruby on Rails
phpBB | 2 | www.phpbb.com | cpe=phpbb:phpbb | cookie=^phpbb3?_ | html=Powered by <a href="https?://www\.phpbb | dom=body#phpbb | > PHP
vBulletin | 2 | www.vbulletin.com | cpe=vbulletin:vbulletin | meta.generator=^vbulletin ?([\d.]+)?
| cookie=^bb(?:lastactivity|lastvisit|sessionhash)$ | > PHP
XenForo | 2 | xenforo.com | cpe=xenforo:xenforo | cookie=^xf_(?:session|csrf|user)$ | dom=html#XF | dom=html#XenForo | > PHP
MyBB | 2 | mybb.com | cookie=^mybb\[ | cookie=^mybb(?:lastvisit|lastactive|user)? | script=/jscripts/(?:general|mybb)\.js | > PHP
Simple Machines Forum | 2 | www.simplemachines.org | html=Powered by SMF|simplemachines\.org" title= | inline=var smf_theme_url | > PHP
Invision Power Board | 2 | invisioncommunity.com | cookie=^ips4_ | inline=ipsSettings | meta.generator=^ip\.board | > PHP
Vanilla | 2 | vanillaforums.com | header.x-powered-by=vanilla | header.x-garden-version | > PHP
FluxBB | 2 | fluxbb.org | html=Powered by <a href="https?://fluxbb | > PHP
Flarum | 2 | flarum.org | cookie=^flarum_session$ | dom=#flarum-content | > PHP
NodeBB | 2 | nodebb.org | header.x-powered-by=^nodebb | > Node.js
Question2Answer | 15 | www.question2answer.org | html=<!-- Powered by Question2Answer | > PHP
YaBB | 2 | www.yabbforum.com | html=Powered by <a href="https?://www\.yabbforum | > Perl
Moodle | 21 | moodle.org | cpe=moodle:moodle | meta.keywords=^moodle\b ~60 | cookie=^MoodleSession | inline=M\.cfg = \{"wwwroot" | > PHP
Open edX | 21 | openedx.org | cookie=^edxloggedin$ | script=/static/(?:bundles|js)/[^ ]{0,100}edx | > Django
Canvas LMS | 21 | www.instructure.com | header.x-canvas-meta | cookie=^_legacy_normandy_session$ | > Ruby on Rails
Blackboard Learn | 21 | www.blackboard.com | header.x-blackboard-product | header.x-blackboard-appserver | > Java
Brightspace | 21 | www.d2l.com | host=s.brightspace.com | script=brightspace\.com/lib/
Sakai | 21 | www.sakailms.org | cookie=^SAKAIID$ | > Java
ILIAS | 21 | www.ilias.de | cookie=^ilClientId$ | > PHP
Chamilo | 21 | chamilo.org | header.x-powered-by=^chamilo ?([\d.]+)? | meta.generator=^chamilo ?([\d.]+)? | > PHP
Teachable | 21 | teachable.com | host=fedora.teachablecdn.com | meta.asset_host=teachablecdn | cookie=^_afid$ ~40
Thinkific | 21 | www.thinkific.com | host=cdn.thinkific.com | cookie=^_thinkific_session$
LearnDash | 21 87 | www.learndash.com | plugin=sfwd-lms | > WordPress
Redmine | 13 | www.redmine.org | cpe=redmine:redmine | meta.description=^redmine$ | cookie=^_redmine_session$ | > Ruby on Rails
Jira | 13 | www.atlassian.com/software/jira | meta.application-name=^jira$ | header.x-arequestid ~50 | meta.ajs-is-sysadmin ~40 | > Java
Bugzilla | 13 | www.bugzilla.org | meta.generator=^bugzilla ?([\d.]+)? | cookie=^Bugzilla_login_request_cookie$ | > Perl
MantisBT | 13 | www.mantisbt.org | cookie=^MANTIS_ | html=title="MantisBT | > PHP
Trac | 13 | trac.edgewall.org | html=<a id="tracpowered" | cookie=^trac_(?:session|form_token)$ | > Python
Phabricator | 13 | www.phacility.com | cookie=^phsid$ | dom=[class^="phabricator-"] | > PHP
GitLab | 47 13 | gitlab.com | cpe=gitlab:gitlab | cookie=^_gitlab_session$ | header.x-gitlab-meta | meta.og:site_name=^gitlab$
| > Ruby on Rails
Gitea | 47 | about.gitea.com | cookie=^i_like_gitea$ | meta.author=^gitea | > Go
Gogs | 47 | gogs.io | cookie=^i_like_gogs$ | meta.author=^gogs$ | > Go
Jenkins | 47 | www.jenkins.io | cpe=jenkins:jenkins | header.x-jenkins=^([\d.]+) | header.x-hudson | > Java
SonarQube | 47 | www.sonarsource.com | meta.application-name=^sonarqube | > Java
Grafana | 10 | grafana.com | cpe=grafana:grafana | inline=window\.grafanaBootData | > Go
Kibana | 10 | www.elastic.co/kibana | header.kbn-name | header.kbn-version=^([\d.]+) | > Node.js, Elasticsearch
phpMyAdmin | 3 | www.phpmyadmin.net | cpe=phpmyadmin:phpmyadmin | cookie=^phpMyAdmin | cookie=^pma_lang | > PHP, MySQL
Adminer | 3 | www.adminer.org | cookie=^adminer_ | html=<a href='https://www\.adminer\.org | > PHP
Nextcloud | 19 | nextcloud.com | cpe=nextcloud:nextcloud | cookie=^nc_sameSiteCookie | dom=[data-requesttoken] ~50 | > PHP
ownCloud | 19 | owncloud.com | meta.apple-itunes-app=app-id=543672169 ~50 | html=owncloud\.org" target="_blank" | > PHP
Roundcube | 30 | roundcube.net | cpe=roundcube:webmail | cookie=^roundcube_sessid$ | html=<title>Roundcube | > PHP
Zimbra | 30 | www.zimbra.com | cookie=^ZM_TEST$ | cookie=^ZM_LOGIN_CSRF$ | > Java
Outlook Web App | 30 | www.microsoft.com | header.x-owa-version=^([\d.]+) | cookie=^OutlookSession$ | > Microsoft ASP.NET
DSpace | 50 | dspace.org | meta.generator=^dspace(?: ([\d.]+))? | cookie=^DSPACE-XSRF-COOKIE$ | > Java
EPrints | 50 19 | www.eprints.org | meta.eprints.eprintid | html=EPrints [\d.]+ ~50 | > Perl
Open Journal Systems | 50 | pkp.sfu.ca/software/ojs | meta.generator=^open journal systems ?([\d.]+)? | cookie=^OJSSID$ | > PHP
Omeka | 1 50 | omeka.org | meta.generator=^omeka | script=/application/views/scripts/javascripts/ | > PHP
`;
