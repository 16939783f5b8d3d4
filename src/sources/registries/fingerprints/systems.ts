// Technologies: content management systems and site builders.

/** Rows in the format of `rows.ts`. */
export const SYSTEMS = String.raw`
WordPress | 1 11 | wordpress.org | cpe=wordpress:wordpress | header.link=rel="https://api\.w\.org/" | header.x-pingback=/xmlrpc\.php$
| meta.generator=^wordpress(?:\.com)? ?([\d.]+)? | script=/wp-(?:content|includes)/ | link=/wp-(?:content|includes)/
| dom=link[rel="https://api.w.org/"] | > PHP, MySQL
Drupal | 1 | www.drupal.org | cpe=drupal:drupal | header.x-generator=^drupal(?: ([\d.]+))? | header.x-drupal-cache
| header.x-drupal-dynamic-cache | meta.generator=^drupal(?: ([\d.]+))? | script=/(?:core/)?misc/drupal\.js | dom=[data-drupal-selector]
| dom=[data-drupal-link-system-path] | link=/sites/(?:default|all)/(?:files|themes|modules)/ | header.expires=19 nov 1978 | > PHP
Backdrop | 1 | backdropcms.org | meta.generator=^backdrop cms ?([\d.]+)? | header.x-backdrop-cache | > PHP
Joomla | 1 | www.joomla.org | cpe=joomla:joomla\! | header.x-content-encoded-by=joomla! ?([\d.]+)?
| meta.generator=^joomla!?(?: ([\d.]+))? | script=/media/(?:system|vendor/joomla)[^?]*\.js | dom=script.joomla-script-options | > PHP
TYPO3 CMS | 1 | typo3.org | cpe=typo3:typo3 | meta.generator=^typo3(?: cms)?(?: ([\d.]+))? | script=/typo3(?:conf|temp)/
| link=/typo3(?:conf|temp)/ | html=This website is powered by TYPO3 | > PHP
Wix | 1 | www.wix.com | header.x-wix-request-id | meta.generator=^wix\.com | host=static.parastorage.com | meta.x-wix-published-version
Squarespace | 1 | www.squarespace.com | header.server=^squarespace$ | host=static1.squarespace.com | host=assets.squarespace.com
| html=<!-- This is Squarespace
Webflow | 51 1 | webflow.com | meta.generator=^webflow | script=website-files\.com/ | link=website-files\.com/ | dom=[data-wf-page]
| dom=[data-wf-site]
Weebly | 51 | www.weebly.com | script=cdn\d+\.editmysite\.com | link=cdn\d+\.editmysite\.com | > PHP
Duda | 1 | www.duda.co | host=irp.cdn-website.com | host=lirp.cdn-website.com | script=cdn-website\.com/ | link=cdn-website\.com/
Jimdo | 1 | www.jimdo.com | header.x-jimdo-instance | header.x-jimdo-wid | script=assets\.jimstatic\.com | link=jimstatic\.com
Strikingly | 1 | www.strikingly.com | script=static-assets\.strikinglycdn\.com | link=strikinglycdn\.com
Tilda | 1 | tilda.cc | script=static\.tildacdn\.(?:com|info|net|pro|one|biz)|tilda-scripts | link=tildacdn | dom=[data-tilda-page-id]
Framer Sites | 1 51 | www.framer.com | meta.generator=^framer(?: ([0-9a-f]+))? | host=framerusercontent.com | header.server=^framer
Carrd | 51 | carrd.co | html=<!-- Published with Carrd
Google Sites | 1 | sites.google.com | url=^https://sites\.google\.com/ | dom=[data-abuse-path^="https://sites.google.com"]
Readymag | 51 | readymag.com | script=(?:st|my)\.readymag\.com | meta.generator=^readymag
Bubble | 51 62 | bubble.io | header.x-bubble-perf | header.x-bubble-capacity-used
Softr | 51 | www.softr.io | host=assets.softr-files.com | meta.generator=^softr
Unbounce | 20 51 | unbounce.com | script=ubembed\.com | header.x-unbounce-pageid | header.x-unbounce-variant
Instapage | 51 32 | instapage.com | host=cdn.instapagemetrics.com | host=heatmap-events-collector.instapage.com
Leadpages | 51 32 | www.leadpages.com | host=static.leadpages.net | meta.leadpages-meta-id
ClickFunnels | 51 32 | www.clickfunnels.com | meta.cf:app_domain | host=app.clickfunnels.com | host=assets.clickfunnels.com
Kajabi | 21 6 | kajabi.com | script=kajabi-(?:app-assets|storefronts) | host=kajabi-app-assets.kajabi-cdn.com | cookie=^_kjb_session$
Ghost | 1 11 | ghost.org | cpe=ghost:ghost | header.x-ghost-cache-status | meta.generator=^ghost(?: ([\d.]+))?
| script=/ghost/portal|/portal@[\d.~]+/umd/portal | > Node.js
HubSpot CMS Hub | 1 | www.hubspot.com | header.x-hs-hub-id | meta.generator=^hubspot | script=/hs/hsstatic/ | link=/hs/hsstatic/
| > HubSpot
Contao | 1 | contao.org | cpe=contao:contao_cms | meta.generator=^contao open source cms | header.contao-cache | > PHP
Craft CMS | 1 | craftcms.com | cpe=craftcms:craft_cms | header.x-powered-by=\bcraft cms\b | cookie=^CraftSessionId$ | > PHP
ExpressionEngine | 1 | expressionengine.com | cookie=^exp_(?:tracker|last_activity|csrf_token)$ | > PHP
Concrete CMS | 1 | www.concretecms.org | meta.generator=^concrete(?:5| cms)?[ -]{0,3}([\d.]+)? | script=/concrete/js/ | > PHP
MODX | 1 | modx.com | header.x-powered-by=^modx | meta.generator=^modx | > PHP
SilverStripe | 1 | www.silverstripe.org | meta.generator=^silverstripe(?: cms)?(?: ([\d.]+))? | > PHP
ProcessWire | 1 | processwire.com | header.x-powered-by=^processwire | > PHP
Bolt CMS | 1 | boltcms.io | meta.generator=^bolt$ | > PHP, Symfony
October CMS | 1 | octobercms.com | cookie=^october_session | meta.generator=^october ?cms | link=/modules/system/assets/ | > Laravel
Statamic | 1 | statamic.com | header.x-powered-by=statamic | > Laravel
Grav | 1 | getgrav.org | meta.generator=^gravcms ?([\d.]+)? | > PHP
Pimcore | 1 6 | pimcore.com | header.x-powered-by=^pimcore | > PHP, Symfony
Neos CMS | 1 | www.neos.io | header.x-flow-powered=neos(?:/([\d.]+))? | > PHP
Textpattern CMS | 1 | textpattern.com | meta.generator=^textpattern | > PHP
CMS Made Simple | 1 | www.cmsmadesimple.org | meta.generator=^cms made simple | cookie=^CMSSESSID | > PHP
e107 | 1 | e107.org | header.x-powered-by=^e107 | meta.generator=^e107 | cookie=^e107_tz | > PHP
XOOPS | 1 | xoops.org | meta.generator=^xoops | > PHP
SPIP | 1 | www.spip.net | header.composed-by=^spip(?: ([\d.]+))? | header.x-spip-cache | meta.generator=^spip(?: ([\d.]+))? | > PHP
DataLife Engine | 1 | dle-news.ru | meta.generator=^datalife engine | > PHP
1C-Bitrix | 1 | www.1c-bitrix.ru | header.x-powered-cms=bitrix site manager | cookie=^BITRIX_SM_ | script=/bitrix/(?:js|templates|cache)/
| link=/bitrix/(?:js|templates|cache)/ | > PHP
UMI.CMS | 1 | www.umi-cms.ru | header.x-generated-by=^umi\.cms | > PHP
InstantCMS | 1 | instantcms.ru | meta.generator=^instantcms | > PHP
DedeCMS | 1 | www.dedecms.com | meta.generator=^dedecms | script=dedeajax | > PHP
Discuz! X | 2 | www.discuz.net | meta.generator=^discuz! x?([\d.]+)? | > PHP
PhpCMS | 1 | www.phpcms.cn | meta.generator=^phpcms | > PHP
Z-Blog | 11 1 | www.zblogcn.com | meta.generator=^z-?blog(?:php)?[^\d]{0,10}([\d.]+)? | header.product=^z-blog | > PHP
Typecho | 11 | typecho.org | meta.generator=^typecho(?: ([\d.]+))? | > PHP
EmpireCMS | 1 | www.phome.net | meta.generator=^empirecms | > PHP
MetInfo | 1 | www.metinfo.cn | meta.generator=^metinfo ?([\d.]+)? | > PHP
Adobe Experience Manager | 1 | business.adobe.com | script=/etc\.clientlibs/ | script=/etc/designs/ | link=/etc\.clientlibs/
| dom=[class*="aem-Grid"] | dom=[data-cmp-is] | > Java
Sitecore | 1 | www.sitecore.com | cookie=^SC_ANALYTICS_GLOBAL_COOKIE$ | dom=img[src*="/~/media/"] | dom=img[src*="/-/media/"] ~80
| > Microsoft ASP.NET
Sitefinity | 1 | www.progress.com/sitefinity-cms | meta.generator=^sitefinity ([\d.]+) | meta.generator=^sitefinity | > Microsoft ASP.NET
Kentico CMS | 1 | www.kentico.com | meta.generator=^kentico cms ?([\d.]+)? | cookie=^CMSPreferredCulture$ | > Microsoft ASP.NET
Umbraco | 1 | umbraco.com | header.x-umbraco-version=^(.+)$ | meta.generator=^umbraco | cookie=^UMB_ | > Microsoft ASP.NET
DNN | 1 | www.dnnsoftware.com | meta.generator=^dotnetnuke | cookie=^dnn_ismobile$ | cookie=^\.DOTNETNUKE$ | script=/js/dnn\.js
| > Microsoft ASP.NET, Microsoft SQL Server
Orchard Core | 1 | orchardcore.net | header.x-powered-by=orchardcore | meta.generator=^orchard | > Microsoft ASP.NET
Optimizely Content Management | 1 | www.optimizely.com | cookie=^\.EPiForm | meta.generator=^episerver | > Microsoft ASP.NET
Microsoft SharePoint | 1 | www.microsoft.com/sharepoint | header.microsoftsharepointteamservices=^([\d.]+) | header.sprequestguid
| meta.generator=^microsoft sharepoint | > Microsoft ASP.NET
Microsoft Power Pages | 1 | www.microsoft.com/power-platform | host=content.powerapps.com | > Azure
Liferay | 1 | www.liferay.com | header.liferay-portal=([\d.]+) | > Java
Magnolia CMS | 1 | www.magnolia-cms.com | header.x-magnolia-registration | meta.generator=^magnolia | > Java
Jahia DX | 1 | www.jahia.com | header.x-jahia-cache ~80 | script=/modules/jahia | > Java
OpenCms | 1 | www.opencms.org | header.server=opencms(?:/([\d.]+))? | > Java
Hippo | 1 | www.bloomreach.com | meta.generator=^hippo | > Java
FirstSpirit | 1 | www.e-spirit.com | meta.generator=^firstspirit | > Java
CoreMedia Content Cloud | 1 | www.coremedia.com | meta.generator=^coremedia | > Java
Plone | 1 | plone.org | meta.generator=plone | > Python
Wagtail | 1 | wagtail.org | dom=[data-wagtail-userbar] | html=wagtail-userbar | > Django
django CMS | 1 | www.django-cms.org | dom=.cms-placeholder ~50 | script=/static/cms/js/ | > Django
Mezzanine | 1 | github.com/stephenmcd/mezzanine | meta.generator=^mezzanine | > Django
Refinery CMS | 1 | www.refinerycms.com | meta.generator=^refinery | > Ruby on Rails
Strapi | 1 | strapi.io | header.x-powered-by=^strapi | > Node.js
KeystoneJS | 1 | keystonejs.com | header.x-keystone-app-version=^(.+)$ | > Node.js
Payload CMS | 1 | payloadcms.com | header.x-powered-by=payload | > Node.js
Directus | 1 | directus.io | header.x-powered-by=^directus | > Node.js
Apostrophe CMS | 1 | apostrophecms.com | dom=[data-apos-refreshable] | dom=[data-apos-area] | > Node.js
Contentful | 1 | www.contentful.com | dom=img[src*="images.ctfassets.net"] | host=images.ctfassets.net | header.x-contentful-request-id
Sanity | 1 | www.sanity.io | dom=img[src*="cdn.sanity.io"] | host=cdn.sanity.io | header.x-sanity-shard
Storyblok | 1 | www.storyblok.com | dom=img[src*="a.storyblok.com"] | host=app.storyblok.com | host=a.storyblok.com
Prismic | 1 | prismic.io | dom=img[src*="images.prismic.io"] | host=static.cdn.prismic.io | host=images.prismic.io
DatoCMS | 1 | www.datocms.com | dom=img[src*="www.datocms-assets.com"] | host=www.datocms-assets.com
Builder.io | 51 1 | www.builder.io | dom=img[src*="cdn.builder.io"] | host=cdn.builder.io
Arc XP | 1 | www.arcxp.com | script=/pf/dist/engine/ | inline=Fusion\.arcSite
Brightspot | 1 | www.brightspot.com | header.x-powered-by=^brightspot | meta.generator=^brightspot
Ibexa DXP | 1 | www.ibexa.co | header.x-powered-by=^(?:ibexa|ez platform) | meta.generator=^(?:ibexa|ez platform|ez publish)
| > PHP, Symfony
ImpressPages | 1 | www.impresspages.org | meta.generator=^impresspages(?: cms)?(?: ([\d.]+))? | > PHP
Webnode | 1 | www.webnode.com | meta.generator=^webnode(?: ([\d.]+))?
Mono | 1 | www.mono.site | header.x-mono-served-by ~60 | host=static-cdn.multiscreensite.com
CM4all | 1 51 | www.cm4all.com | meta.generator=^cm4all
Zyro | 1 51 | www.hostinger.com | host=assets.zyrosite.com | meta.generator=^(?:zyro|hostinger website builder)
Imweb | 1 6 | imweb.me | host=vendor-cdn.imweb.me | host=cdn.imweb.me
`;
